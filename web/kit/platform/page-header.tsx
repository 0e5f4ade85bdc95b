import type { ReactNode } from 'react'
import { useEffect } from 'react'
import { setPageTitle } from './page-title.ts'

/**
 * The head of a screen: its name, the count or state next to it, its actions on the right. The name
 * becomes the document's title.
 */
export function PageHeader({
  title,
  note,
  children,
}: {
  title: string
  note?: ReactNode
  children?: ReactNode
}) {
  useEffect(() => setPageTitle(title), [title])
  return (
    <header className="py-page-header">
      <h1 tabIndex={-1}>{title}</h1>
      {note && <span className="py-page-note">{note}</span>}
      {children && <div className="py-page-actions">{children}</div>}
    </header>
  )
}
