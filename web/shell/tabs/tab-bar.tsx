import { CloseOutlined, DownOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useEffect, useRef, useState, useSyncExternalStore, type KeyboardEvent } from 'react'
import { useT } from '../../kit/text/i18n.ts'
import { onUnsaved, unsavedTabs } from '../../kit/platform/unsaved.ts'
import { lazyWithRetry } from '../layout/lazy-with-retry.tsx'
import type { MenuRoute } from '../layout/menu.ts'
import { routeAt } from '../route-at.ts'
import type { TabStore } from './tab-store.ts'
import { fullOf, isHome, type Tab, type Tabs } from './tabs-state.ts'
import './tabs.css'

const TabMenu = lazyWithRetry(() => import('./tab-menu.tsx'))
interface MenuRequest {
  id: string
  x: number
  y: number
  by: HTMLElement
}

/**
 * The open pages in a row: one stop of the Tab key, arrows move, Enter shows, Delete closes, the
 * menu key or a right click asks what to do. A toolbar of buttons: a tab in the strict sense may
 * hold no button to close it.
 */
export default function TabBar({
  tabStore,
  tabs,
  routes,
}: {
  tabStore: TabStore
  tabs: Tabs
  routes: readonly MenuRoute[]
}) {
  const t = useT('shell')
  const row = useRef<HTMLDivElement>(null)
  const [menuRequest, setMenuRequest] = useState<MenuRequest | null>(null)
  const changed = useUnsavedTabs()
  const titleOf = (tab: Tab) =>
    isHome(tab)
      ? t('menu.home')
      : (routeAt(routes, tab.place.pathname)?.title ??
        t(
          `exception.${tab.place.pathname === '/403' ? '403' : tab.place.pathname === '/500' ? '500' : '404'}.title`,
        ))

  const buttons = () => [...(row.current?.querySelectorAll<HTMLElement>('.py-tab-name') ?? [])]
  // The shown one stays in sight, also when others come, go or change their names.
  const names = tabs.list.map(titleOf).join('|')
  // After the page is drawn: looking earlier would have it laid out twice.
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() =>
        row.current
          ?.querySelector('[data-here]')
          ?.scrollIntoView({ block: 'nearest', inline: 'nearest' }),
      )
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [tabs.active, names])

  const ask = (tab: Tab, by: HTMLElement, at?: { x: number; y: number }) => {
    const box = by.getBoundingClientRect()
    setMenuRequest({ id: tab.id, by, x: at?.x ?? box.left, y: at?.y ?? box.bottom })
  }
  const closeTab = async (tab: Tab, at: number) => {
    const hadFocus = row.current?.contains(document.activeElement)
    await tabStore.close(tab.id, 'one')
    // The keyboard stays in the row, at the neighbour.
    if (hadFocus)
      requestAnimationFrame(() => buttons()[Math.min(at, buttons().length - 1)]?.focus())
  }
  const onKey = (event: KeyboardEvent<HTMLElement>, tab: Tab, at: number) => {
    const all = buttons()
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: all.length - 1 }[event.key]
    if (to !== undefined) all[(to + all.length) % all.length]?.focus()
    else if (event.key === 'Delete') void closeTab(tab, at)
    else if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey))
      ask(tab, event.currentTarget)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <nav className="py-tab-bar" aria-label={t('tabs.label')}>
      <div className="py-tab-row" ref={row} role="toolbar" aria-label={t('tabs.label')}>
        {tabs.list.map((tab, at) => {
          const title = titleOf(tab)
          const here = tab.id === tabs.active
          return (
            <span
              key={tab.id}
              className="py-tab"
              data-here={here || undefined}
              onContextMenu={(event) => {
                event.preventDefault()
                ask(tab, event.currentTarget, { x: event.clientX, y: event.clientY })
              }}
              onMouseDown={(event) => {
                if (event.button === 1) event.preventDefault()
              }}
              onAuxClick={(event) => {
                if (event.button === 1) void closeTab(tab, at)
              }}
            >
              <button
                type="button"
                className="py-tab-name"
                tabIndex={here ? 0 : -1}
                aria-current={here ? 'page' : undefined}
                aria-keyshortcuts={isHome(tab) ? undefined : 'Delete'}
                title={fullOf(tab.place)}
                onClick={() => tabStore.activate(tab.id)}
                onKeyDown={(event) => onKey(event, tab, at)}
              >
                {title}
                {changed.has(tab.id) && (
                  <span className="py-tab-changed">
                    <span className="py-hidden">{t('tabs.unsaved')}</span>
                  </span>
                )}
              </button>
              {!isHome(tab) && (
                <button
                  type="button"
                  className="py-tab-close"
                  tabIndex={-1}
                  aria-label={t('tabs.close', { title })}
                  onClick={() => void closeTab(tab, at)}
                >
                  <CloseOutlined />
                </button>
              )}
            </span>
          )
        })}
      </div>
      <Button
        type="text"
        size="small"
        icon={<DownOutlined />}
        aria-label={t('tabs.more')}
        aria-haspopup="menu"
        onClick={(event) => {
          const tab = tabs.list.find(({ id }) => id === tabs.active)
          if (tab) ask(tab, event.currentTarget)
        }}
      />
      {menuRequest && (
        <TabMenu
          tabStore={tabStore}
          tabs={tabs}
          id={menuRequest.id}
          x={menuRequest.x}
          y={menuRequest.y}
          onClose={() => {
            setMenuRequest(null)
            ;(menuRequest.by.querySelector<HTMLElement>('button') ?? menuRequest.by).focus({
              preventScroll: true,
            })
          }}
          onGone={() => setMenuRequest(null)}
        />
      )}
    </nav>
  )
}

let known: ReadonlySet<string> = new Set()
/** The same set while it holds the same tabs, so that nothing is drawn again for it. */
function unsavedNow(): ReadonlySet<string> {
  const now = unsavedTabs()
  if (now.size !== known.size || [...now].some((id) => !known.has(id))) known = now
  return known
}
const useUnsavedTabs = (): ReadonlySet<string> => useSyncExternalStore(onUnsaved, unsavedNow)
