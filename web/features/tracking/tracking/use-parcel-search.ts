import { useMemo } from 'react'
import type { Out } from '#contracts/kit/endpoint.ts'
import { tracking } from '#contracts/tracking/tracking.ts'
import type { ApiError } from '../../../kit/http/api.ts'
import { useApi, useInvalidate } from '../../../kit/http/query.ts'
import { useAddress } from '../../../kit/list/use-address.ts'
import { pastedNumbers } from '../../../kit/list/filters/pasted-numbers.ts'

type Answer = Out<typeof tracking.search>[number]
/** A parcel that was found, once, with every number it was asked by. */
export type FoundParcel = Answer & { id: string; parcelId: string; askedBy: string[] }

export interface ParcelSearch {
  numbers: readonly string[]
  rows: readonly FoundParcel[]
  /** Those of the chosen status. */
  shown: readonly FoundParcel[]
  missing: readonly string[]
  /** Numbers that lead to more parcels than are answered. */
  parts: readonly { no: string; shown: number; hits: number }[]
  status: number | null
  /** Some parcel was asked for by a number its row does not show. */
  asksOtherwise: boolean
  searching: boolean
  stale: boolean
  error: ApiError | null
  search(numbers: readonly string[]): void
  filter(status: number | null): void
  /** Asks again now, and once more when jobs have had their time. */
  lookAgain(): void
}

const NONE: readonly Answer[] = []
const JOB_MS = 2_500

/**
 * The numbers and the chosen status stand in the address, so a search can be sent to a colleague.
 */
export function useParcelSearch(): ParcelSearch {
  const [params, setParams] = useAddress()
  const requested = params.get('nos') ?? ''
  const chosen = params.get('status')
  const status = chosen === null ? null : Number(chosen)
  const numbers = useMemo(() => pastedNumbers(requested).numbers, [requested])
  const found = useApi(
    tracking.search,
    { nos: numbers },
    { enabled: numbers.length > 0, keepPrevious: true },
  )
  const invalidate = useInvalidate()
  const answer = numbers.length > 0 ? (found.data ?? NONE) : NONE
  const rows = useMemo(() => parcelsOf(answer), [answer])
  return {
    numbers,
    rows,
    status,
    shown: status === null ? rows : rows.filter((row) => row.trackingStatus === status),
    missing: useMemo(() => answer.filter((one) => !one.found).map((one) => one.asked), [answer]),
    parts: useMemo(() => partsOf(answer), [answer]),
    asksOtherwise: rows.some((row) => otherNames(row).length > 0),
    searching: numbers.length > 0 && found.isPending,
    stale: found.isPlaceholderData,
    error: numbers.length > 0 ? found.error : null,
    search: (next) =>
      setParams((now) => {
        const changed = new URLSearchParams(now)
        for (const name of ['nos', 'status', '_row']) changed.delete(name)
        if (next.length > 0) changed.set('nos', next.join(','))
        return changed
      }),
    filter: (next) =>
      setParams(
        (now) => {
          const changed = new URLSearchParams(now)
          if (next === null) changed.delete('status')
          else changed.set('status', String(next))
          return changed
        },
        { replace: true },
      ),
    lookAgain: () => {
      void invalidate(tracking.refresh)
      setTimeout(() => void invalidate(tracking.refresh), JOB_MS)
    },
  }
}

/** The numbers a parcel was asked by that do not stand in its row anyway. */
export function otherNames(row: FoundParcel): string[] {
  const shown = [row.trackNo ?? row.serialNumber, row.orderNo, row.reference].map((no) =>
    no?.toUpperCase(),
  )
  return row.askedBy.filter((no) => !shown.includes(no.toUpperCase()))
}

function parcelsOf(answer: readonly Answer[]): FoundParcel[] {
  const byId = new Map<string, FoundParcel>()
  for (const one of answer) {
    if (one.parcelId === null) continue
    const known = byId.get(one.parcelId)
    if (known) known.askedBy.push(one.asked)
    else
      byId.set(one.parcelId, {
        ...one,
        id: one.parcelId,
        parcelId: one.parcelId,
        askedBy: [one.asked],
      })
  }
  return [...byId.values()]
}

function partsOf(answer: readonly Answer[]): ParcelSearch['parts'] {
  return [...Map.groupBy(answer, ({ asked }) => asked)].flatMap(([no, rows]) => {
    const hits = rows[0]?.hits ?? 0
    return hits > rows.length ? [{ no, shown: rows.length, hits }] : []
  })
}
