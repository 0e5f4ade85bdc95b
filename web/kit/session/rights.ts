import { revealsAccount } from '#contracts/kit/names.ts'
import { isPersonal } from '#contracts/kit/personal.ts'
import type { Grant, Rule, SessionState } from './session.ts'

/** A row's or form's own grants, as some answers carry them. */
export interface FormRights {
  permissionList?: readonly Grant[]
}
type Known = { auth: readonly Grant[]; allAuth: readonly Rule[] }

const shows = (grant: Grant) => grant.type !== '2'

/**
 * Whether an element stays (wire.md §11.15): the form's own list allows it, or its rule is switched
 * off (status "0") and so does not restrict, or the user was granted it. Unknown codes are removed.
 */
export function mayShow(action: string, rights: Known | null, form?: FormRights): boolean {
  if (form?.permissionList?.some((grant) => shows(grant) && grant.action === action)) return true
  if (!rights) return false
  if (rights.allAuth.some((rule) => shows(rule) && rule.action === action && rule.status === '0'))
    return true
  return rights.auth.some((grant) => shows(grant) && grant.action === action)
}

/**
 * Whether a field is locked (wire.md §11.16, rules of type "2"): a node's rule locks it; otherwise
 * a rule that is switched on locks it unless granted. Unknown codes stay open.
 */
export function isLocked(action: string, rights: Known | null, form?: FormRights): boolean {
  if (form?.permissionList?.some((grant) => grant.type === '2' && grant.action === action))
    return true
  const rule = rights?.allAuth.find((known) => known.type === '2' && known.action === action)
  if (!rule || rule.status === '0') return false
  return !rights?.auth.some((grant) => grant.type === '2' && grant.action === action)
}

/**
 * Columns hidden by their code `prefix + key` (wire.md §11.17): an active rule of type "1" without
 * a grant.
 */
export function isColumnHidden(code: string, rights: Known | null): boolean {
  const ruled =
    rights?.allAuth.some(
      (rule) => rule.type === '1' && rule.action === code && rule.status !== '0',
    ) ?? false
  return ruled && !rights?.auth.some((grant) => grant.type === '1' && grant.action === code)
}

/**
 * Fields the user sees masked, for customers also accounts: the server narrows and sorts no list by
 * them.
 */
export const isMaskedField = (key: string, user: SessionState['user']): boolean =>
  (user?.maskPersonal === true && isPersonal(key)) ||
  (Boolean(user?.customerId) && revealsAccount(key))
