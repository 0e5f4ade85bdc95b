import {
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
} from 'react'
import { Link, useLocation } from 'react-router'
import { MenuIcon } from '../../kit/platform/icons/icons.tsx'
import { useT } from '../../kit/text/i18n.ts'
import { currentSession } from '../../kit/session/session.ts'
import { withToken, type NavItem } from './menu.ts'
import { trailTo } from './menu-trail.ts'
import { fitWithIcons } from './top-menu-fit.ts'
import './top-menu.css'

const OPEN_MS = 80
const CLOSE_MS = 200
/** An icon of the line with its gap (top-menu.css). */
const ICON = 24

/**
 * The menu along the top: links, and folders that open a list of links below them; what does not
 * fit stands behind the last. Our own because antd's brings more script than all the rest of the
 * header.
 */
export function TopMenu({ items }: { items: readonly NavItem[] }) {
  const t = useT('shell')
  const { pathname } = useLocation()
  const trail = trailTo(items, pathname)
  const list = useRef<HTMLUListElement>(null)
  const [{ shown, bare }, setFit] = useState({ shown: items.length, bare: false })
  useLayoutEffect(() => {
    const ul = list.current
    if (!ul) return
    const measure = () => {
      const entries = [...ul.querySelectorAll<HTMLElement>(':scope > li')]
      const next = fitWithIcons(
        entries.map((li) => li.scrollWidth),
        entries.map((li) => (li.dataset.icon === undefined ? 0 : ICON)),
        ul.dataset.bare !== undefined,
        ul.clientWidth,
      )
      setFit((now) => (now.shown === next.shown && now.bare === next.bare ? now : next))
    }
    // Everything stands there, what is too much unseen: widths are known without drawing twice. The
    // observer calls once the page is laid out and before it is painted; measuring here would lay
    // it out once more.
    const watch = new ResizeObserver(measure)
    watch.observe(ul)
    return () => watch.disconnect()
  }, [items])
  const rest = items.slice(shown)
  return (
    <ul className="py-nav" ref={list} data-bare={bare || undefined}>
      {items.map((item, at) => (
        <li
          key={item.path}
          data-over={at >= shown || undefined}
          data-icon={item.icon ? '' : undefined}
          data-on={trail.includes(item.path) || undefined}
        >
          {item.children.length > 0 ? (
            <Folder label={<Entry item={item} />} items={item.children} trail={trail} />
          ) : (
            <Target item={item} on={trail.includes(item.path)} />
          )}
        </li>
      ))}
      <li
        data-over={rest.length === 0 || undefined}
        data-on={rest.some(({ path }) => trail.includes(path)) || undefined}
      >
        <Folder
          label={<Entry item={{ title: t('menu.more'), icon: null }} more />}
          items={rest}
          trail={trail}
          end
        />
      </li>
    </ul>
  )
}

function Folder({
  label,
  items,
  trail,
  end = false,
}: {
  label: ReactNode
  items: readonly NavItem[]
  trail: readonly string[]
  end?: boolean
}) {
  const [open, setOpen] = useState(false)
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // Under a mouse it is open or about to be: a click must not close what has just opened.
  const hovered = useRef(false)
  const { pathname } = useLocation()
  useEffect(() => setOpen(false), [pathname])
  useEffect(() => () => clearTimeout(timer.current), [])
  const soon = useCallback((next: boolean) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setOpen(next), next ? OPEN_MS : CLOSE_MS)
  }, [])
  const links = () => [...(box.current?.querySelectorAll<HTMLElement>('ul a') ?? [])]
  const onKeyDown = (event: KeyboardEvent) => {
    const all = links()
    const at = all.indexOf(document.activeElement as HTMLElement)
    if (event.key === 'Escape' && open) {
      setOpen(false)
      box.current?.querySelector('button')?.focus()
    } else if (event.key === 'ArrowDown' && !open) {
      setOpen(true)
      requestAnimationFrame(() => links()[0]?.focus())
    } else if (event.key === 'ArrowDown') all[(at + 1) % all.length]?.focus()
    else if (event.key === 'ArrowUp' && open) all[(at - 1 + all.length) % all.length]?.focus()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div
      ref={box}
      className="py-nav-folder"
      data-end={end || undefined}
      onKeyDown={onKeyDown}
      onPointerEnter={(event) => {
        hovered.current = event.pointerType === 'mouse'
        if (hovered.current) soon(true)
      }}
      onPointerLeave={(event) => {
        hovered.current = false
        if (event.pointerType === 'mouse') soon(false)
      }}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false)
      }}
    >
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => {
          clearTimeout(timer.current)
          setOpen(hovered.current || !open)
        }}
      >
        {label}
      </button>
      <div id={id} className="py-nav-pop" hidden={!open}>
        <Branch items={items} trail={trail} />
      </div>
    </div>
  )
}

function Branch({ items, trail }: { items: readonly NavItem[]; trail: readonly string[] }) {
  return (
    <ul>
      {items.map((item) => (
        <li key={item.path}>
          {item.children.length > 0 ? (
            <>
              <span className="py-nav-head">
                <Entry item={item} />
              </span>
              <Branch items={item.children} trail={trail} />
            </>
          ) : (
            <Target item={item} on={trail.includes(item.path)} />
          )}
        </li>
      ))}
    </ul>
  )
}

function Target({ item, on }: { item: NavItem; on: boolean }) {
  return item.external ? (
    <a href={withToken(item.external, currentSession().token)} target="_blank" rel="noreferrer">
      <Entry item={item} />
    </a>
  ) : (
    <Link to={item.path} {...(on ? { 'aria-current': 'page' as const } : {})}>
      <Entry item={item} />
    </Link>
  )
}

function Entry({ item, more = false }: { item: Pick<NavItem, 'icon' | 'title'>; more?: boolean }) {
  return (
    <>
      {item.icon && <MenuIcon name={item.icon} />}
      <span>{item.title}</span>
      {more && <span aria-hidden>▾</span>}
    </>
  )
}
