import type { Entity } from '#contracts/kit/entity.ts'

const known = new Map<string, Entity>()

/** The definitions references may point at; the app hands them in at the start (`declareEntities`). */
export function register(entities: readonly Entity[]): void {
  for (const of of entities) known.set(of.name, of)
}

export const entityNamed = (name: string): Entity | null => known.get(name) ?? null
