import { Link } from 'react-router'
import { MenuIcon } from '../../kit/platform/icons/icons.tsx'
import { PageHeader } from '../../kit/platform/page-header.tsx'
import { navOf, type MenuRoute } from './menu.ts'

/**
 * A menu entry that gathers others and is itself a page: they stand here instead of in the menu.
 */
export function FolderPage({ route }: { route: MenuRoute }) {
  const items = navOf(route.node.children ?? [], route.path)
  return (
    <>
      <PageHeader title={route.title} />
      <ul className="py-folder">
        {items.map((item) => (
          <li key={item.path}>
            {item.external ? (
              <a href={item.external} target="_blank" rel="noreferrer">
                <MenuIcon name={item.icon} /> {item.title}
              </a>
            ) : (
              <Link to={item.path}>
                <MenuIcon name={item.icon} /> {item.title}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}
