import type { Entity } from '#contracts/kit/entity.ts'
import type { Hooks } from './hooks.ts'

const known = new Map<string, Entity>()
const listHooks = new Map<string, Hooks['listQuery']>()

/**
 * The definitions references may point at; the app hands them in at the start (`declareEntities`).
 */
export function register(entities: readonly Entity[]): void {
  for (const of of entities) known.set(of.name, of)
}

export const registered = (): readonly Entity[] => [...known.values()]
export const entityNamed = (name: string): Entity | null => known.get(name) ?? null

/** What an entity's list adds to its filters, for code that counts its rows. */
export function registerListHook(name: string, hook: Hooks['listQuery']): void {
  listHooks.set(name, hook)
}
export const listHookOf = (name: string): Hooks['listQuery'] => listHooks.get(name)
