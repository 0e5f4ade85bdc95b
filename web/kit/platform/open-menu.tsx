import { Dropdown } from 'antd'
import type { MenuItems, MenuPlace } from './menu-button.tsx'

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
