import { EditOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { MenuIcon } from '../../../../kit/platform/icons/icons.tsx'
import { useT } from '../../../../kit/text/i18n.ts'
import { useSetting } from '../../../../kit/platform/own/user-settings.ts'
import { useSession } from '../../../../kit/session/session.ts'
import { pagesOf, type Page } from '../pages.ts'
import { QuickLinks } from './quick-links.tsx'

const LinksDialog = lazy(() => import('./links-dialog.tsx'))

const isPaths = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((path) => typeof path === 'string')

/** Pages one has chosen to have at hand; until then those most people need. */
export function OwnLinks() {
  const t = useT('dashboards')
  const { rights } = useSession()
  const [chosen, setChosen, reset] = useSetting<string[]>('dashboard:links', isPaths, [])
  const [editing, setEditing] = useState(false)
  const pages = pagesOf(rights?.menu ?? [])
  // A page that was taken away since is left out, not shown broken.
  const own = chosen
    .map((path) => pages.find((page) => page.path === path))
    .filter((page): page is Page => page !== undefined)
  return (
    <div className="dash-own">
      {own.length === 0 ? (
        <QuickLinks />
      ) : (
        <nav className="dash-links" aria-label={t('links')}>
          {own.map((page) => (
            <Link key={page.path} to={page.path}>
              <MenuIcon name={page.icon} /> {page.title}
            </Link>
          ))}
        </nav>
      )}
      <Button type="text" icon={<EditOutlined />} onClick={() => setEditing(true)}>
        {t('links.edit')}
      </Button>
      {editing && (
        <Suspense>
          <LinksDialog
            pages={pages}
            chosen={own.map(({ path }) => path)}
            onClose={() => setEditing(false)}
            onSave={(paths) => (paths.length > 0 ? setChosen(paths) : reset())}
          />
        </Suspense>
      )}
    </div>
  )
}
