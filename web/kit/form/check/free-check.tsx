import type { ReactNode } from 'react'
import { fitsRule, isFree, LeaveCheck } from './leave-check.tsx'

interface FreeCheckProps {
  /** The field's name in the form. */
  name: string
  table: string
  column: string
  /** The record being changed: its own value is no duplicate. */
  id: string | null
  /** What the record has now. */
  stored: unknown
  /** The check rule the field asks, by its code. */
  rule?: string
  children: ReactNode
}

/** Asks on leaving a unique field whether its value fits its rule and is free. */
export function FreeCheck({ name, table, column, id, stored, rule, children }: FreeCheckProps) {
  return (
    <LeaveCheck
      name={name}
      stored={stored}
      asks={[...(rule ? [fitsRule(rule)] : []), isFree(table, column, id)]}
    >
      {children}
    </LeaveCheck>
  )
}
