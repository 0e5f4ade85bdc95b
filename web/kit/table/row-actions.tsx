import type { ReactNode } from 'react'
import { useCommon } from '../text/i18n.ts'
import { RowMenu } from '../platform/menu/menu-button.tsx'
import { RowButton } from '../platform/menu/row-button.tsx'
import { usePhone } from '../platform/use-timing.ts'

export interface RowAction {
  key: string
  label: string
  icon?: ReactNode
  onClick: () => void
  danger?: boolean
  /** Why it cannot be done now; the action is shown grey with this reason. */
  blocked?: string | null
}

/** Actions of one row: the first two at hand, the others behind the dots. */
export function RowActions({
  actions,
  atHand = 2,
}: {
  actions: readonly RowAction[]
  atHand?: number
}) {
  const t = useCommon()
  const phone = usePhone()
  const shown = phone ? [] : actions.filter((action) => Boolean(action.icon)).slice(0, atHand)
  const rest = actions.filter((action) => !shown.includes(action))
  return (
    <span className="py-actions">
      {shown.map((action) => (
        <span
          key={action.key}
          title={action.blocked ? `${action.label} – ${action.blocked}` : action.label}
        >
          <RowButton
            icon={action.icon}
            aria-label={action.label}
            danger={action.danger ?? false}
            disabled={Boolean(action.blocked)}
            onClick={action.onClick}
          />
        </span>
      ))}
      {rest.length > 0 && (
        <RowMenu
          aria-label={t('table.moreActions')}
          items={() =>
            rest.map((action) => ({
              key: action.key,
              label: action.blocked ? (
                <span title={action.blocked}>
                  {action.label}
                  <small className="py-blocked">{action.blocked}</small>
                </span>
              ) : (
                action.label
              ),
              icon: action.icon,
              danger: action.danger ?? false,
              disabled: Boolean(action.blocked),
              onClick: action.onClick,
            }))
          }
        />
      )}
    </span>
  )
}
