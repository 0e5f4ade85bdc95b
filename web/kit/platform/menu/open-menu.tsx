import { Dropdown, type MenuProps } from 'antd'

export type MenuItems = NonNullable<MenuProps['items']>
export interface MenuPlace {
  /** Keys of what is chosen now. */
  selected?: readonly string[]
  placement?: 'bottomLeft' | 'bottomRight'
}

/** A menu that is open below its element, until something is chosen or pressed elsewhere. */
export default function OpenMenu({
  items,
  selected,
  placement = 'bottomLeft',
  onClose,
}: MenuPlace & { items: MenuItems; onClose: () => void }) {
  return (
    <Dropdown
      open
      autoFocus
      trigger={['click']}
      placement={placement}
      menu={{
        items,
        ...(selected ? { selectable: true, selectedKeys: [...selected] } : {}),
        onClick: ({ domEvent }) => {
          domEvent.stopPropagation()
          onClose()
        },
      }}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
    >
      <span className="py-menu-anchor" />
    </Dropdown>
  )
}
