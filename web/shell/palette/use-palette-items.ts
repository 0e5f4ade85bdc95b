import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { quickSearch, type QuickHit } from '#contracts/insight/quick-search.ts'
import { useConfirm } from '../../kit/platform/confirm.tsx'
import { textOf, useLang, useT } from '../../kit/text/i18n.ts'
import { useNotify } from '../../kit/http/notify.tsx'
import { useRightsCheck } from '../../kit/session/permissions.tsx'
import { useApi } from '../../kit/http/query.ts'
import { useSignOut } from '../account/use-sign-out.ts'
import { recentNow } from '../../kit/platform/history/recent.ts'
import { useSession } from '../../kit/session/session.ts'
import { loadOffers } from '../../palette-offers.ts'
import { routesOf, withToken } from '../layout/menu.ts'
import { otherTitles } from '../prefetch-permissions.ts'
import { findEntries, searchEntries } from './menu-search.ts'
import { shellActions } from './shell-actions.ts'
import {
  arrange,
  hitNote,
  LISTS,
  pageItem,
  recentNote,
  type PaletteItem,
  type Source,
} from './palette-items.ts'
import { openTab } from '../../kit/platform/open-tab.ts'

interface PaletteInput {
  words: string
  query: string
  navigate: (path: string) => void
}
/**
 * Everything the palette can offer for what is typed, in order; `asking` while the server is still
 * looking.
 */
export function usePaletteItems({ words, query: requested, navigate }: PaletteInput): {
  items: PaletteItem[]
  asking: boolean
} {
  const t = useT('palette')
  const lang = useLang()
  const may = useRightsCheck()
  const [confirm, notify] = [useConfirm(), useNotify()]
  const { rights, token } = useSession()
  const leave = useSignOut()
  const offers = useQuery({
    queryKey: ['palette', lang],
    queryFn: loadOffers,
    staleTime: Infinity,
  }).data
  const hits = useApi(
    quickSearch.quick,
    { q: requested },
    { enabled: requested !== '', quiet: true, staleTime: 5_000 },
  )

  // The menu speaks one language at a time; the titles of the other are asked for when the user first
  // searches.
  const other = useQuery({
    queryKey: ['rights', lang === 'zh_CN' ? 'en_US' : 'zh_CN', token, 'titles'],
    queryFn: ({ signal }) => otherTitles(token ?? '', lang, signal),
    staleTime: Infinity,
    retry: false,
  })
  const pages = useMemo(
    () => searchEntries(rights?.menu ?? [], other.data?.menu),
    [rights, other.data],
  )
  const routes = useMemo(() => routesOf(rights?.menu ?? []), [rights])
  const listOf = (hit: QuickHit) => {
    const list = routes.find((route) => LISTS[hit.kind]?.includes(route.component ?? ''))
    return list && `${list.path}?_row=${hit.id}`
  }
  const go = (path: string, external: string | null = null) =>
    external ? void openTab(withToken(external, token), 'noopener,noreferrer') : navigate(path)
  const sources: Source[] = [
    ...recentNow().map((recent): Source => ({
      words: recent.title,
      item: {
        key: `recent:${recent.path}`,
        section: 'recent',
        title: recent.title,
        note: recentNote(recent, pages),
        run: () => go(recent.path),
      },
    })),
    ...(offers ?? []).flatMap((offer) =>
      (offer.actions ?? [])
        .filter(
          (action) =>
            may(action) &&
            (!action.alsoPerm || may({ perm: action.alsoPerm })) &&
            (action.ready?.() ?? true),
        )
        .map((action): Source => {
          const title = textOf(offer.texts, action.title)
          return {
            words: `${title} ${action.words ?? ''}`,
            item: {
              key: `action:${action.title}`,
              section: 'actions',
              title,
              note: '',
              run: () =>
                void action.run({
                  t: Object.assign((key: string, values = {}) => textOf(offer.texts, key, values), {
                    has: () => true,
                  }),
                  navigate,
                  confirm,
                  notify,
                }),
            },
          }
        }),
    ),
    ...shellActions({ t, lang, words, may, navigate, leave: () => void leave() }),
  ]
  const placeOf = Object.assign(
    {},
    ...(offers ?? []).map((offer) => offer.open ?? {}),
  ) as NonNullable<NonNullable<typeof offers>[number]['open']>
  const found = (requested === words ? (hits.data ?? []) : []).flatMap((hit): PaletteItem[] => {
    const path = placeOf[hit.kind]?.(hit) ?? listOf(hit)
    return path
      ? [
          {
            key: `${hit.kind}:${hit.id}`,
            section: 'found',
            title: `${t(`kind.${hit.kind}`)} ${hit.title}`,
            note: hitNote(hit),
            run: () => go(path),
          },
        ]
      : []
  })
  return {
    items: arrange(
      sources,
      {
        found: requested === '' ? [] : found,
        pages: findEntries(pages, words).map((page) =>
          pageItem(page, () => go(page.path, page.opens)),
        ),
      },
      words,
    ),
    asking:
      requested !== '' && ((hits.data === undefined && !hits.isError) || offers === undefined),
  }
}
