import { useQueries, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { formatTotal } from '../../text/formats.ts'
import { useT } from '../../text/i18n.ts'
import { DownIcon, SharedIcon } from '../../platform/icons/list-icons.tsx'
import type { List } from '../list.ts'
import type { SavedView, Views } from './use-views.ts'

const ViewMenu = lazy(() => import('./view-menu.tsx'))
/** A count is as old as this before it is asked for again. */
const COUNT_MS = 60_000
const SHOWN = 12

interface ViewTabsProps<R> {
  list: List<R>
  views: Views
  onSave: (of: SavedView | null) => void
}

/**
 * The saved views of a list over its table, with how many rows each has; the open one can be
 * changed from its arrow.
 */
export function ViewTabs<R>({ list, views, onSave }: ViewTabsProps<R>) {
  const t = useT()
  const [menu, setMenu] = useState(false)
  const shown = [
    null,
    ...views.all.filter((view, at) => at < SHOWN || view.id === views.active?.id),
  ]
  const rest = views.all.filter((view) => !shown.includes(view))
  const counts = useCounts(list, shown)
  return (
    <nav className="py-views" aria-label={t('views.label')}>
      {shown.map((view, at) => {
        const active =
          view === null ? views.active === null && !list.narrowed : view === views.active
        const name = view?.name ?? t('views.standard')
        return (
          <span key={view?.id ?? ''} className="py-view" data-active={active || undefined}>
            <button
              type="button"
              aria-current={active ? 'true' : undefined}
              onClick={() => views.open(view)}
              title={view && !view.mine ? t('views.by', { owner: view.owner }) : name}
            >
              {view?.shared && <SharedIcon />}
              <span className="py-view-name">{name}</span>
              {counts[at] && <span className="py-num">{counts[at]}</span>}
              {active && views.changed && (
                <span className="py-view-changed" title={t('views.changed')}>
                  •<span className="py-hidden">{t('views.changed')}</span>
                </span>
              )}
            </button>
            {active && view && (
              <button
                type="button"
                className="py-tool"
                aria-haspopup="menu"
                aria-expanded={menu}
                aria-label={t('views.menu', { name })}
                onClick={() => setMenu(true)}
              >
                <DownIcon />
              </button>
            )}
            {active && view && menu && (
              <Suspense>
                <ViewMenu
                  view={view}
                  list={list}
                  views={views}
                  onSave={onSave}
                  onClose={() => setMenu(false)}
                />
              </Suspense>
            )}
          </span>
        )
      })}
      {rest.length > 0 && (
        <select
          className="py-input"
          aria-label={t('views.more')}
          value=""
          onChange={(event) =>
            views.open(rest.find((view) => view.id === event.currentTarget.value) ?? null)
          }
        >
          <option value="">{t('views.more')}</option>
          {rest.map((view) => (
            <option key={view.id} value={view.id}>
              {view.name}
            </option>
          ))}
        </select>
      )}
    </nav>
  )
}

/**
 * One small call per tab, once the list itself is there. All are asked again where rows came to the
 * open list or left it under the same filters: an action moved them, also between tabs.
 */
function useCounts<R>(list: List<R>, views: readonly (SavedView | null)[]): (string | null)[] {
  const answers = useQueries({
    queries: views.map((view) => ({
      // Not under the call's path: an action on rows must not ask for every count again.
      queryKey: ['count', list.scope, view?.id ?? '', view?.state.filters ?? {}],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        list.fetchPage(1, 1, view?.state.filters ?? {}, signal),
      enabled: !list.loading && !list.stale,
      staleTime: COUNT_MS,
      refetchInterval: COUNT_MS,
      refetchOnWindowFocus: false,
      retry: false,
      select: (page: { total: number; capped: boolean }) => formatTotal(page.total, page.capped),
    })),
  })
  const client = useQueryClient()
  const known = useRef<{ asked: string; total: number } | null>(null)
  const { total, scope } = list
  const asked = JSON.stringify(list.wire)
  const ready = !list.loading && !list.stale
  useEffect(() => {
    if (!ready) return
    const before = known.current
    known.current = { asked, total }
    if (before?.asked === asked && before.total !== total)
      void client.invalidateQueries({ queryKey: ['count', scope] })
  }, [client, ready, asked, total, scope])
  return answers.map((answer) => answer.data ?? null)
}
