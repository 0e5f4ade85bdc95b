import { Button, type ButtonProps } from 'antd'
import { lazy, Suspense } from 'react'
import { MoreIcon } from '../icons/list-icons.tsx'
import { RowButton } from './row-button.tsx'
import { usePopover, type Popover } from './use-popover.ts'
import type { MenuItems, MenuPlace } from './open-menu.tsx'

const OpenMenu = lazy(() => import('./open-menu.tsx'))

/** A button with a menu that is fetched when it is first opened. */
export function MenuButton({
  items,
  selected,
  placement,
  ...button
}: Omit<ButtonProps, 'onClick' | 'onPointerDown' | 'ref'> & MenuPlace & { items: MenuItems }) {
  const menu = usePopover()
  return (
    <span className="py-menu-button">
      <Button {...button} {...menu.button} aria-haspopup="menu" aria-expanded={menu.open} />
      <Opened
        menu={menu}
        items={items}
        {...(selected ? { selected } : {})}
        {...(placement ? { placement } : {})}
      />
    </span>
  )
}

/** The dots at the end of a table's row; its entries are made when it opens. */
export function RowMenu({
  items,
  'aria-label': label,
}: {
  items: () => MenuItems
  'aria-label': string
}) {
  const menu = usePopover()
  return (
    <span className="py-menu-button">
      <RowButton
        icon={<MoreIcon />}
        aria-label={label}
        {...menu.button}
        aria-haspopup="menu"
        aria-expanded={menu.open}
      />
      {menu.open && <Opened menu={menu} items={items()} />}
    </span>
  )
}

const Opened = ({ menu, ...rest }: MenuPlace & { menu: Popover; items: MenuItems }) =>
  menu.open && (
    <Suspense>
      <OpenMenu {...rest} onClose={menu.close} />
    </Suspense>
  )
