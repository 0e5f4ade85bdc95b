import { useCallback, type ReactNode } from 'react'
import type { Perm } from '#contracts/perms.ts'
import { isColumnHidden, isMaskedField, mayShow, type FormRights } from './rights.ts'
import { useSession } from './session.ts'

export type { FormRights } from './rights.ts'

/**
 * A call or a field as its contract declares it; open to all signed-in users where it names
 * no permission.
 */
interface Guarded {
  readonly perm?: string | readonly string[] | null | undefined
}
/**
 * What a button needs: the call it makes, or a permission where it makes none; of several any one
 * opens.
 */
export type Needed = Guarded | Perm | readonly Perm[]

const codesOf = (needed: Needed): readonly string[] | null => {
  const codes =
    typeof needed === 'string' || needed instanceof Array ? needed : (needed as Guarded).perm
  return codes === undefined || codes === null ? null : [codes].flat()
}

/** Whether the user may see an action. The server decides again. */
export function useCan(needed: Needed, form?: FormRights): boolean {
  return useRightsCheck()(needed, form)
}
export function useRightsCheck(): (needed: Needed, form?: FormRights) => boolean {
  const { rights } = useSession()
  return useCallback(
    (needed, form) => codesOf(needed)?.some((code) => mayShow(code, rights, form)) ?? true,
    [rights],
  )
}
export function useHiddenColumns(prefix: string): (key: string) => boolean {
  const { rights } = useSession()
  return useCallback((key) => isColumnHidden(prefix + key, rights), [prefix, rights])
}
export function useMaskedFields(): (key: string) => boolean {
  const { user } = useSession()
  return useCallback((key) => isMaskedField(key, user), [user])
}

/** Its children for those who may, `otherwise` for the rest. */
export function Can({
  action,
  form,
  children,
  otherwise = null,
}: {
  action: Needed
  form?: FormRights
  children: ReactNode
  otherwise?: ReactNode
}) {
  return useCan(action, form) ? children : otherwise
}
