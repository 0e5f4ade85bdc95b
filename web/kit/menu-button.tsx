import { Button, type ButtonProps, type MenuProps } from 'antd'
import { lazy, Suspense } from 'react'
import { usePop } from './use-pop.ts'

const OpenMenu = lazy(() => import('./open-menu.tsx'))
export type MenuItems = NonNullable<MenuProps['items']>
export interface MenuPlace { /** Keys of what is chosen now. */ selected?: readonly string[]; placement?: 'bottomLeft' | 'bottomRight' }

/** A button with a menu that is fetched when it is first opened. */
export function MenuButton({ items, selected, placement, ...button }: Omit<ButtonProps, 'onClick' | 'onPointerDown' | 'ref'> & MenuPlace & { items: MenuItems }) {
  const menu = usePop()
  return (
    <span className="py-menu-button">
      <Button {...button} {...menu.button} aria-haspopup="menu" aria-expanded={menu.open} />
      {menu.open && <Suspense><OpenMenu items={items} {...(selected ? { selected } : {})} {...(placement ? { placement } : {})} onClose={menu.close} /></Suspense>}
    </span>
  )
}
