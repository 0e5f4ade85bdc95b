import type { ReactNode } from 'react'

/** A page without header and menu (specification §2). */
export function BlankLayout({ children }: { children: ReactNode }) {
  return <main className="py-blank">{children}</main>
}
