import { Dropdown } from 'antd'
import type { MenuItems } from './menu-button.tsx'

/** A menu that stands open beneath the element it lies in, until something is chosen or pressed elsewhere. */
export default function OpenMenu({ items, onClose }: { items: MenuItems; onClose: () => void }) {
  return (
    <Dropdown open autoFocus trigger={['click']} menu={{ items, onClick: ({ domEvent }) => { domEvent.stopPropagation(); onClose() } }} onOpenChange={(open) => { if (!open) onClose() }}>
      <span className="py-menu-anchor" />
    </Dropdown>
  )
}
