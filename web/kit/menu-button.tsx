import { Button, type ButtonProps, type MenuProps } from 'antd'
import { lazy, Suspense, useRef, useState } from 'react'

const OpenMenu = lazy(() => import('./open-menu.tsx'))
export type MenuItems = NonNullable<MenuProps['items']>
export interface MenuPlace { /** Keys of what is chosen now. */ selected?: readonly string[]; placement?: 'bottomLeft' | 'bottomRight' }

/** A button with a menu that is fetched when it is first opened. */
export function MenuButton({ items, selected, placement, ...button }: Omit<ButtonProps, 'onClick'> & MenuPlace & { items: MenuItems }) {
  const [open, setOpen] = useState(false)
  const closed = useRef(0)
  const close = () => {
    // The press that closes the menu is also a click on its button.
    closed.current = performance.now()
    setOpen(false)
  }
  return (
    <span className="py-menu-button">
      <Button {...button} aria-haspopup="menu" aria-expanded={open} onClick={(event) => { event.stopPropagation(); if (performance.now() - closed.current > 250) setOpen(true) }} />
      {open && <Suspense><OpenMenu items={items} {...(selected ? { selected } : {})} {...(placement ? { placement } : {})} onClose={close} /></Suspense>}
    </span>
  )
}
