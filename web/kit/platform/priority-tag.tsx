import { ExclamationCircleFilled, FireFilled, InfoCircleFilled } from '@ant-design/icons'
import type { ReactNode } from 'react'
import './priority-tag.css'

export type Priority = 'L' | 'M' | 'H'
const ICONS: Record<Priority, ReactNode> = {
  L: <InfoCircleFilled />,
  M: <ExclamationCircleFilled />,
  H: <FireFilled />,
}

/**
 * How much something presses (specification §4): L blue, M orange, H red; colour, icon and word.
 */
export function PriorityTag({ level, children }: { level: Priority; children: ReactNode }) {
  return (
    <span className="py-priority" data-level={level}>
      <span aria-hidden>{ICONS[level]}</span>
      {children}
    </span>
  )
}
