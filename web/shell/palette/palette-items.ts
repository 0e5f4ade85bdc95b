import type { QuickHit } from '#contracts/insight/quick-search.ts'
import type { Recent } from '../../kit/platform/history/recent.ts'
import type { SearchEntry } from './menu-search.ts'

export type Section = 'found' | 'recent' | 'actions' | 'pages'
export interface PaletteItem {
  key: string
  section: Section
  title: string
  note: string
  run: () => void
}
/**
 * Digits, four characters or more: a pasted number, and what it belongs to comes first.
 */
export const looksLikeNumber = (words: string): boolean => words.length >= 4 && /\d/.test(words)

/** 0 begins so, 1 a word in it begins so, 2 contains all words, null does not fit. */
export function fit(text: string, words: string): number | null {
  const plain = text.toLowerCase()
  const requested = words.toLowerCase().split(/\s+/).filter(Boolean)
  if (!requested.every((word) => plain.includes(word))) return null
  if (plain.startsWith(requested[0] ?? '')) return 0
  return plain.split(/[\s/·-]+/).some((word) => word.startsWith(requested[0] ?? '')) ? 1 : 2
}

const MOST: Record<Section, number> = { found: 12, recent: 8, actions: 6, pages: 8 }
/** Without words there is no need of the whole menu. */
const EMPTY: Record<Section, number> = { found: 0, recent: 8, actions: 6, pages: 6 }

export interface Source {
  item: PaletteItem
  words: string
}

/** A page as an item; what it is found by is the menu search's own matter. */
export const pageItem = (page: SearchEntry, run: () => void): PaletteItem => ({
  key: `page:${page.path}`,
  section: 'pages',
  title: page.title,
  note: page.above,
  run,
})

/**
 * What fits, by section: numbers bring what was found first, words the pages and actions; recent
 * things lead where nothing is typed.
 */
export function arrange(
  sources: readonly Source[],
  { found, pages }: { found: readonly PaletteItem[]; pages: readonly PaletteItem[] },
  typed: string,
): PaletteItem[] {
  const words = typed.trim()
  const order: Section[] =
    words === ''
      ? ['recent', 'actions', 'pages']
      : looksLikeNumber(words)
        ? ['found', 'recent', 'pages', 'actions']
        : ['pages', 'actions', 'recent', 'found']
  return order.flatMap((section) => {
    if (section === 'found') return found.slice(0, MOST.found)
    if (section === 'pages') return pages.slice(0, (words === '' ? EMPTY : MOST).pages)
    const fits = sources
      .filter(({ item }) => item.section === section)
      .flatMap(({ item, words: text }) => {
        const rank = words === '' ? 0 : fit(text, words)
        return rank === null ? [] : [{ item, rank }]
      })
    return fits
      .toSorted((a, b) => a.rank - b.rank)
      .slice(0, words === '' ? EMPTY[section] : MOST[section])
      .map(({ item }) => item)
  })
}

/** In which screens what was found is opened by its row, whatever path the menu gives them. */
export const LISTS: Partial<Record<QuickHit['kind'], readonly string[]>> = {
  customer: ['services/Customers'],
  consignee: ['consignees/Consignees'],
  shipper: ['shippers/Shippers'],
  invoice: ['invoices/Invoices', 'invoices/MyInvoices'],
  recharge: ['recharges/Recharges', 'recharges/MyRecharges'],
  outBatch: ['outbound/OutBatches'],
  waybill: ['waybills/WaybillBatches'],
  fbaWaybill: ['fba-waybills/FbaWaybills'],
  user: ['system/UserList'],
}

/** A hit's second line: whose, where to, and how it stands. */
export const hitNote = (hit: QuickHit): string =>
  [hit.note, hit.status_dictText].filter(Boolean).join(' · ')
export const recentNote = (recent: Recent, pages: readonly SearchEntry[]): string =>
  pages.find((page) => page.path === recent.path.split('?')[0])?.title ?? ''
