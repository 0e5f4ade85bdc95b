import { coversScope, type DataScope } from '#server/kit/access/data-scope-order.ts'

/** `rules`: the conditions that narrow what the granter sees, each as one word (kit/rank.ts). */
export interface Granter {
  permissions: ReadonlySet<string>
  dataScope: DataScope
  rules: readonly string[]
}
/**
 * What is filled: how far its rows reach, the conditions it carries after the change, and the most
 * it can hold (null: no such bound).
 */
export interface Grantee {
  dataScope: DataScope | null
  rules: readonly string[]
  pool: ReadonlySet<string> | null
}
export interface Change {
  added: string[]
  removed: string[]
}
export interface Refused {
  code: 'bound' | 'scope' | 'notHeld' | 'notInPool'
  ids: string[]
}

/**
 * What a client's form wants to change: added is what it ticked and did not show before, removed
 * what it showed and no longer ticks. Measured against what is stored: what another user has
 * granted or taken meanwhile stays as they left it.
 */
export function changeOf(
  stored: ReadonlySet<string>,
  requested: readonly string[],
  last: readonly string[],
): Change {
  const [ticked, shown] = [new Set(requested), new Set(last)]
  return {
    added: [...ticked].filter((id) => !shown.has(id) && !stored.has(id)),
    removed: [...shown].filter((id) => !ticked.has(id) && stored.has(id)),
  }
}

/**
 * Why a change of grants is refused; null where it may be made. Users do not grant or take what they do
 * not hold, do not fill a role that reaches further than their own, and users who see only some
 * rows fills only what is narrowed alike.
 */
export function refusal(
  granter: Granter,
  grantee: Grantee,
  { added, removed }: Change,
): Refused | null {
  if (grantee.dataScope !== null && !coversScope(granter.dataScope, grantee.dataScope))
    return { code: 'scope', ids: [] }
  const notGranted = [...added, ...removed].filter((id) => !granter.permissions.has(id))
  if (notGranted.length > 0) return { code: 'notHeld', ids: notGranted }
  if (!granter.rules.every((rule) => grantee.rules.includes(rule)))
    return { code: 'bound', ids: [] }
  const { pool } = grantee
  const outside = pool === null ? [] : added.filter((id) => !pool.has(id))
  return outside.length > 0 ? { code: 'notInPool', ids: outside } : null
}
