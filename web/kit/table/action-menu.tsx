import { DownOutlined } from '@ant-design/icons'
import type { ReactNode } from 'react'
import { formatNumber } from '../text/formats.ts'
import { MenuButton } from '../platform/menu/menu-button.tsx'

export interface GroupedAction {
  key: string
  label: string
  /** How many of the chosen rows it will reach. */
  count?: number
  danger?: boolean
  /** Why it cannot be done now. */
  blocked?: string | null
  onClick: () => void
}
export interface ActionGroup {
  key: string
  label: string
  actions: readonly GroupedAction[]
}

/** Actions behind one button, below the heading of what they are about; empty groups are left out. */
export function ActionMenu({
  groups,
  children,
}: {
  groups: readonly ActionGroup[]
  children: ReactNode
}) {
  const filled = groups.filter(({ actions }) => actions.length > 0)
  if (filled.length === 0) return null
  return (
    <MenuButton
      icon={<DownOutlined />}
      iconPlacement="end"
      items={filled.map((group) => ({
        key: group.key,
        type: 'group',
        label: group.label,
        children: group.actions.map(({ key, label, count, danger, blocked, onClick }) => ({
          key,
          danger: danger ?? false,
          disabled: Boolean(blocked),
          onClick,
          label: (
            <span className="py-action" title={blocked ?? undefined}>
              {label}
              {count !== undefined && <span className="py-num">{formatNumber(count)}</span>}
            </span>
          ),
        })),
      }))}
    >
      {children}
    </MenuButton>
  )
}
