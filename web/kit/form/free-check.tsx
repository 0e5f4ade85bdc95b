import type { ReactNode } from 'react'
import { isFree, LeaveCheck } from './leave-check.tsx'

interface FreeCheckProps {
  /** The field's name in the form. */
  name: string
  table: string
  column: string
  /** The record being changed: its own value is no duplicate. */
  id: string | null
  /** What the record has now. */
  stored: unknown
  children: ReactNode
}

/** Asks on leaving a unique field whether its value is free. */
export function FreeCheck({ name, table, column, id, stored, children }: FreeCheckProps) {
  return (
    <LeaveCheck name={name} stored={stored} asks={[isFree(table, column, id)]}>
      {children}
    </LeaveCheck>
  )
}
