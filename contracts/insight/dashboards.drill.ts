import type { Todo, WAIT_BUCKETS } from './dashboards.ts'
import { CLOSED_MIXED, PARCEL } from '../orders/shipments.states.ts'

/** The list figures of orders lead to, and the kind of order it shows: what a figure counts, its list shows. */
export const LISTED = { kind: 'B2C', path: '/shipment/b2c', perm: 'ship:b2c:list' } as const

/** Filters of that list, as they stand in an address. Days are days of whoever looks. */
export type Drill = Record<string, string>

/** What an analysis counts: all that was not called off before it began. */
export const COUNTED: readonly number[] = [...Object.values(PARCEL), CLOSED_MIXED]
  .filter((status) => status !== PARCEL.CANCELLED && status !== PARCEL.REVOKED)
  .toSorted((a, b) => a - b)

const DAY_MS = 86_400_000
/** The day so many days after (or before) another. */
export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)

const ofDays = (from: string | null, to: string | null): Drill => ({
  ...(from ? { createTime_begin: from } : {}),
  ...(to ? { createTime_end: to } : {}),
})

export const drill = {
  status: (status: number | string): Drill => ({ shipmentStatus: String(status) }),
  /** Orders taken on a day. */
  added: (today: string): Drill => ofDays(today, today),
  exceptions: (): Drill => drill.status(PARCEL.EXCEPTION),
  held: (): Drill => drill.status(PARCEL.HELD),
  /** Orders that wait for their confirmation since so many days. */
  unconfirmed: (bucket: (typeof WAIT_BUCKETS)[number], today: string): Drill => {
    const [from, to] = { '0-2': [2, 0], '3-7': [7, 3], '8-30': [30, 8], '30+': [null, 31] }[
      bucket
    ] as [number | null, number]
    return {
      ...drill.status(PARCEL.DRAFT),
      ...ofDays(
        from === null ? null : dayAfter(today, -from),
        to === 0 ? null : dayAfter(today, -to),
      ),
    }
  },
  /** Orders of an analysis: its span, and what it was narrowed to. */
  analysed: (
    from: string,
    to: string,
    narrow: {
      depotId?: string | undefined
      customerId?: string | undefined
      serviceId?: string
      country?: string
    } = {},
  ): Drill => ({
    ...ofDays(from, to),
    shipmentStatus: COUNTED.join(','),
    ...(Object.fromEntries(Object.entries(narrow).filter(([, value]) => value)) as Drill),
  }),
}

/** Where a figure leads. */
export const listPath = (filters: Drill): string =>
  `${LISTED.path}?${new URLSearchParams(filters).toString()}`
/** To-dos that are orders, by the status they wait in. */
export const TODO_STATUS = {
  held: PARCEL.HELD,
  exceptions: PARCEL.EXCEPTION,
  drafts: PARCEL.DRAFT,
} as const satisfies Partial<Record<Todo['kind'], number>>
