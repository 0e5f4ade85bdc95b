import type { Principal } from './principal.ts'

export type DataScope = Principal['dataScope']

/**
 * What each scope also covers. Departments and sales see by customer, a depot's people by depot:
 * none covers another.
 */
const COVERS: Readonly<Record<DataScope, readonly DataScope[]>> = {
  platform: ['platform', 'tenant', 'depart', 'sales', 'depot', 'customer', 'sub'],
  tenant: ['tenant', 'depart', 'sales', 'depot', 'customer', 'sub'],
  depart: ['depart', 'customer', 'sub'],
  sales: ['sales', 'customer', 'sub'],
  depot: ['depot', 'customer', 'sub'],
  customer: ['customer', 'sub'],
  sub: ['sub'],
}

/** Whether rows within `inner` always lie within `outer` too. */
export function coversScope(outer: DataScope, inner: DataScope): boolean {
  return COVERS[outer].includes(inner)
}

/**
 * What a role, a department or a person gives or has: scopes, codes, and the conditions that narrow
 * the rows.
 */
export interface Rights {
  scopes: readonly DataScope[]
  perms: readonly string[]
  rules: readonly string[]
}

/** One condition as one string, so that two can be compared. */
export const ruleKey = ({ table, field, op, value }: Principal['rules'][number]): string =>
  JSON.stringify([table, field, op, value])

export type Excess =
  | { kind: 'scope'; scope: DataScope }
  | { kind: 'perm'; code: string }
  | { kind: 'rule' }

/**
 * What `rights` has beyond the holder's own, or null (security.md §6.1: no grant beyond own). Wider
 * rows, a code the holder lacks, or rows the holder's own conditions keep away: one whose sight is
 * narrowed hands on nothing that is not narrowed alike.
 */
export function excessRightsOf(
  holder: Pick<Principal, 'dataScope' | 'perms' | 'rules'>,
  rights: Rights,
): Excess | null {
  const scope = rights.scopes.find((one) => !coversScope(holder.dataScope, one))
  if (scope) return { kind: 'scope', scope }
  const code = rights.perms.find((one) => !holder.perms.has(one))
  if (code !== undefined) return { kind: 'perm', code }
  const narrowed =
    rights.perms.length === 0 || holder.rules.every((rule) => rights.rules.includes(ruleKey(rule)))
  return narrowed ? null : { kind: 'rule' }
}
