import type { ReactNode } from 'react'

/** A page without header and menu: print previews, dialogs in a window of their own. */
export function BlankLayout({ children }: { children: ReactNode }) {
  return <main className="py-blank">{children}</main>
}
