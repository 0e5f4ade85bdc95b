import { createContext, type ComponentType } from 'react'
import type { Crud } from '#contracts/kit/crud.ts'

export interface NewRecordProps {
  of: Crud
  onClose: () => void
  onSaved: (id: string) => void
}

/**
 * The form for a new record of another entity, which a select offers. A form holds selects, so the
 * page gives it.
 */
export const NewRecord = createContext<ComponentType<NewRecordProps> | null>(null)
