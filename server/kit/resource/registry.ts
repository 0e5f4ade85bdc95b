import type { Resource } from '#contracts/kit/resource.ts'

const known = new Map<string, Resource>()

/** The definitions references may point at; the app hands them in at the start (`declareResources`). */
export function register(resources: readonly Resource[]): void {
  for (const of of resources) known.set(of.name, of)
}

export const resourceNamed = (name: string): Resource | null => known.get(name) ?? null
