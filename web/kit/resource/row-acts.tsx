import { Button } from 'antd'
import type { RowAction } from '../table/row-actions.tsx'

/** The actions of an opened row, by their words: what its line in the list has behind icons. */
export function RowActs({ actions }: { actions: readonly RowAction[] }) {
  if (actions.length === 0) return null
  return (
    <div className="py-acts">
      {actions.map(({ key, label, icon, danger = false, blocked, onClick }) => (
        <Button
          key={key}
          icon={icon}
          danger={danger}
          disabled={Boolean(blocked)}
          {...(blocked ? { title: blocked } : {})}
          onClick={onClick}
        >
          {label}
        </Button>
      ))}
    </div>
  )
}
