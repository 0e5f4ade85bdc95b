import type { ReactNode } from 'react'
import { NavLink } from 'react-router'
import { useT } from '../../../kit/text/i18n.ts'
import { PageHeader } from '../../../kit/platform/page-header.tsx'
import './account.css'

const PAGES = ['base', 'security', 'binding', 'notification', 'custom'] as const

/**
 * The pages of the user's settings, side by side with the way to the others; on a phone that lies above.
 */
export function SettingsPage({
  page,
  children,
}: {
  page: (typeof PAGES)[number]
  children: ReactNode
}) {
  const t = useT('account')
  return (
    <div className="acc-settings">
      <PageHeader title={t(`page.${page}`)} />
      <nav className="acc-nav" aria-label={t('page.settings')}>
        {PAGES.map((one) => (
          <NavLink key={one} to={`/account/settings/${one}`}>
            {t(`page.${one}`)}
          </NavLink>
        ))}
      </nav>
      <div className="acc-page">{children}</div>
    </div>
  )
}

/** One matter of a page: its name, what it means, what can be done. */
export function Section({
  title,
  note,
  actions,
  children,
}: {
  title: string
  note?: ReactNode
  actions?: ReactNode
  children?: ReactNode
}) {
  return (
    <section className="acc-section">
      <header>
        <h2>{title}</h2>
        {actions && <div>{actions}</div>}
      </header>
      {note && <p className="acc-note">{note}</p>}
      {children}
    </section>
  )
}
