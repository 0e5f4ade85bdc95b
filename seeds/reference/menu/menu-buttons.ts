import type { Crud } from '#contracts/kit/crud.ts'
import { entries, menu, type MenuEntry } from './menu.ts'
import { handwritten, permissionsOf, type Permission } from '../permissions.ts'

/**
 * The buttons (menu_type 2) under an entry: what can be granted there. Every code is under one: a
 * plain entity's under the first of its area, a written call's where it is named. Throws on a code
 * without words.
 */
export function buttonsOf(
  entry: MenuEntry,
  cruds: readonly Crud[],
  tree: readonly MenuEntry[] = menu,
): Permission[] {
  const { shown, byName, plainCodes } = plainOf(cruds, tree)
  const own = byName.get(entry.entity ?? '')
  if (entry.entity !== undefined && !own)
    throw new Error(`menu ${entry.key} names no entity: ${entry.entity}`)
  const first =
    shown.find(
      (one) =>
        byName.get(one.entity ?? '')?.perm === own?.perm &&
        (typeof own?.perm === 'string' || one.perms?.[0] === entry.perms?.[0]),
    )?.key === entry.key
  const opening = own || entry.granted === 'elsewhere' ? [] : (entry.perms ?? [])
  const written = [...opening, ...(entry.buttons ?? [])]
    .filter((code) => !plainCodes.has(code))
    .map((code) => {
      const permission = handwritten.find((known) => known.code === code)
      if (!permission) throw new Error(`permission ${code} of menu ${entry.key} has no words`)
      return permission
    })
  return [...(own && first ? ownCodes(own, entry) : []), ...written]
}

/** Screens of one entity whose rows are of several kinds: each has the codes of its own kind. */
const ownCodes = (own: Crud, { perms = [] }: MenuEntry): Permission[] =>
  permissionsOf(own).filter(
    ({ code }) => typeof own.perm === 'string' || perms.some((one) => prefix(one) === prefix(code)),
  )
const prefix = (code: string): string => code.slice(0, code.lastIndexOf(':'))

interface Plain {
  cruds: readonly Crud[]
  shown: readonly MenuEntry[]
  byName: ReadonlyMap<string, Crud>
  plainCodes: ReadonlySet<string>
}
const plains = new WeakMap<readonly MenuEntry[], Plain>()
// The entities that a tree shows, worked out once for all of its entries.
function plainOf(cruds: readonly Crud[], tree: readonly MenuEntry[]): Plain {
  const known = plains.get(tree)
  if (known?.cruds === cruds) return known
  const shown = entries(tree).filter(({ entity }) => entity !== undefined)
  const byName = new Map(cruds.map((crud) => [crud.name, crud]))
  const all = shown.flatMap(({ entity }) => byName.get(entity ?? '') ?? []).flatMap(permissionsOf)
  plains.set(tree, { cruds, shown, byName, plainCodes: new Set(all.map(({ code }) => code)) })
  return plainOf(cruds, tree)
}

/** Every permission code that can be granted. */
export function permissionCodes(cruds: readonly Crud[]): string[] {
  return entries().flatMap((entry) => buttonsOf(entry, cruds).map(({ code }) => code))
}
