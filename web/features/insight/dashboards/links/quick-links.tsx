import { orderPerms } from '#contracts/orders/kinds/kind-perms.ts'
import { Link } from 'react-router'
import { MenuIcon } from '../../../../kit/platform/icons/icons.tsx'
import { useT } from '../../../../kit/text/i18n.ts'
import { useRightsCheck } from '../../../../kit/session/permissions.tsx'

const LINKS = [
  { key: 'newOrder', path: '/shipment/all?new=1', perm: orderPerms('add'), icon: 'plus-circle' },
  { key: 'import', path: '/shipment/import', perm: orderPerms('import'), icon: 'import' },
  { key: 'into', path: '/warehouse/into', perm: 'wh:in:scan', icon: 'scan' },
  { key: 'out', path: '/warehouse/out', perm: 'wh:out:list', icon: 'container' },
  { key: 'announced', path: '/warehouse/predicted', perm: 'wh:pred:list', icon: 'schedule' },
  { key: 'track', path: '/tracking/search', perm: 'trk:search:query', icon: 'search' },
] as const

/** The work people come here to start, as far as it is theirs. */
export function QuickLinks() {
  const t = useT('dashboards')
  const may = useRightsCheck()
  const links = LINKS.filter((link) => may(link.perm))
  if (links.length === 0) return null
  return (
    <nav className="dash-links" aria-label={t('links')}>
      {links.map((link) => (
        <Link key={link.key} to={link.path}>
          <MenuIcon name={link.icon} /> {t(`link.${link.key}`)}
        </Link>
      ))}
    </nav>
  )
}
