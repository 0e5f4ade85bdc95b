import { useCallback, type ReactNode } from 'react'
import { isColumnHidden, mayShow, type FormRights } from './rights.ts'
import { useSession } from './session.ts'

export type { FormRights } from './rights.ts'

/** Whether the user may see an action; of several codes any one opens. The server decides again. */
export function useCan(action: string | readonly string[], form?: FormRights): boolean {
  const { rights } = useSession()
  return (typeof action === 'string' ? [action] : action).some((code) =>
    mayShow(code, rights, form),
  )
}
export function useRightsCheck(): (action: string, form?: FormRights) => boolean {
  const { rights } = useSession()
  return useCallback((action, form) => mayShow(action, rights, form), [rights])
}
export function useHiddenColumns(prefix: string): (key: string) => boolean {
  const { rights } = useSession()
  return useCallback((key) => isColumnHidden(prefix + key, rights), [prefix, rights])
}

/** Its children for those who may, `otherwise` for the rest. */
export function Can({
  action,
  form,
  children,
  otherwise = null,
}: {
  action: string | readonly string[]
  form?: FormRights
  children: ReactNode
  otherwise?: ReactNode
}) {
  return useCan(action, form) ? children : otherwise
}
