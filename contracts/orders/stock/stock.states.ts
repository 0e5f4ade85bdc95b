/**
 * Stock: codes, and which action is open in which state. Free of zod: the screens grey buttons by
 * it.
 */

/**
 * How an order is off for stock. `short`: some of its pieces are missing; `backOrder`: it waits and
 * has none; `none`: it takes nothing from stock, or was released by hand.
 */
export const STOCK_STATES = [
  'none',
  'short',
  'backOrder',
  'reserved',
  'picking',
  'picked',
  'shipped',
] as const
export type StockState = (typeof STOCK_STATES)[number]

export const NOTICE = { draft: '1', announced: '2', receiving: '3', closed: '4' } as const
export const COUNT = { counting: '1', toApprove: '2', done: '3', dropped: '4' } as const
export const WAVE = { picking: '1', closed: '2', dropped: '3' } as const

/** Actions on a goods-in notice, and the states in which they are open. */
export const NOTICE_ACTIONS = {
  edit: ['1'],
  delete: ['1'],
  announce: ['1'],
  receive: ['2', '3'],
  close: ['2', '3'],
} as const satisfies Record<string, readonly string[]>
export type NoticeAction = keyof typeof NOTICE_ACTIONS

export const COUNT_ACTIONS = {
  enter: ['1'],
  submit: ['1'],
  approve: ['2'],
  recount: ['2'],
  drop: ['1', '2'],
} as const satisfies Record<string, readonly string[]>
export type CountAction = keyof typeof COUNT_ACTIONS

export const WAVE_ACTIONS = { close: ['1'], drop: ['1'] } as const satisfies Record<
  string,
  readonly string[]
>
export type WaveAction = keyof typeof WAVE_ACTIONS

const isOpen = (states: readonly string[], status: string) => states.includes(status)

/** Null where the action is open, otherwise the catalogue code with the reason. */
export const whyNotNotice = (
  action: NoticeAction,
  status: string,
): `stockNotice.not.${NoticeAction}` | null =>
  isOpen(NOTICE_ACTIONS[action], status) ? null : `stockNotice.not.${action}`
export const whyNotCount = (
  action: CountAction,
  status: string,
): `stockCount.not.${CountAction}` | null =>
  isOpen(COUNT_ACTIONS[action], status) ? null : `stockCount.not.${action}`
export const whyNotWave = (
  action: WaveAction,
  status: string,
): `stockWave.not.${WaveAction}` | null =>
  isOpen(WAVE_ACTIONS[action], status) ? null : `stockWave.not.${action}`

/** Lines a notice, a count or a wave takes. */
export const LINES_MAX = 500
/** Pieces one line books, announces or counts at most. */
export const PIECES_MAX = 10_000_000
/** Orders of one wave. */
export const WAVE_ORDERS_MAX = 200
