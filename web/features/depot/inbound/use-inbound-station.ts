import { useRef, useState } from 'react'
import { SCAN, type ScannedParcel } from '#contracts/depot/scans.ts'
import { intoParcel, inboundResult, type InboundResult } from '#contracts/depot/inbound.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { reasonOf } from '../../../kit/http/notify.tsx'
import { useInvalidate } from '../../../kit/http/query.ts'
import {
  isBoolean,
  isObject,
  storageSet as remember,
  storageGet,
} from '../../../kit/text/storage.ts'
import { typedWeight, type ScaleSetting } from '../../../kit/scan/scale-line.ts'
import { useScanStation, type ScanStation } from '../../../kit/scan/use-scan-queue.ts'
import {
  cleared,
  scanned,
  startEntry,
  submitted,
  targetOf,
  weighing,
  type MeasureEntry,
  type Saved,
} from './measure-entry.ts'
import { isEmpty, NO_MEASURES, sent, type Measures } from './measures.ts'
import { accepted, refused } from '../scans/index.ts'

const WEIGH_FIRST = 'WAREHOUSE_WEIGH_FIRST'
interface Captured {
  /** Measures of a parcel scanned before; absent: a scan. */
  only?: true
  batchId: string | null
  depotId: string | null
  measures: Measures
}
export interface InboundStation extends ScanStation {
  entry: MeasureEntry
  /** Number the fields are for; null: the next parcel. */
  target: string | null
  setFields: (measures: Measures) => void
  setWeighFirst: (on: boolean) => void
  /** Enter in a field: saves to the parcel on the screen, or arms for the next. */
  submit: () => void
  /** A weight from the scale: as if it were typed and entered. */
  weigh: (weightKg: string) => void
  disarm: () => void
  /** The answer to the last scan, also where it was a refusal. */
  answer: InboundResult | null
  /** Its parcel goes on with a label that is to be printed: the scanned one is void, or it has none. */
  bare: boolean
}

/**
 * The inbound station. Batch and depot go with each scan as they are when it is made; measures
 * go to the parcel that was on the screen when they were typed (`measure-entry.ts`).
 */
export function useInboundStation(
  batchId: string | null,
  depotId: string | null,
  scale: ScaleSetting,
): InboundStation {
  const t = useT('scans')
  const invalidate = useInvalidate()
  const [entry, setEntry] = useState(() => startEntry(storageGet(WEIGH_FIRST, isBoolean) ?? false))
  // Read by a scan that may come before the screen is drawn again.
  const now = useRef({ batchId, depotId, entry })
  now.current = { batchId, depotId, entry: now.current.entry }
  const put = (next: MeasureEntry) => {
    now.current.entry = next
    setEntry(next)
  }
  const save = (saved: Saved | null) => {
    if (saved)
      station.put(saved.no, { only: true, batchId: null, depotId: null, measures: saved.measures })
  }
  const station = useScanStation({
    name: 'into',
    endpoint: (captured: Captured | undefined) =>
      captured?.only ? intoParcel.measure : intoParcel.scan,
    // A scale that types like a scanner, or a weight typed by hand where the scans go.
    takes: (code) => {
      const weightKg = typedWeight(code, scale, targetOf(now.current.entry) !== null)
      if (weightKg !== null) weigh(weightKg)
      return weightKg !== null
    },
    capture: (no): Captured => {
      const done = scanned(now.current.entry, no)
      put(done.entry)
      save(done.save)
      return {
        batchId: now.current.batchId,
        depotId: now.current.depotId,
        measures: done.measures,
      }
    },
    input: (no, captured) => ({
      no,
      ...(captured?.batchId ? { batchId: captured.batchId } : {}),
      ...(captured?.depotId ? { depotId: captured.depotId } : {}),
      ...(captured ? sent(captured.measures) : {}),
    }),
    verdict: (result, _no, message) => {
      void invalidate(intoParcel.scan)
      return result ? accepted(result, message) : { tone: 'ok', title: message }
    },
    refused: (error, no, captured) => {
      void invalidate(intoParcel.scan)
      const answer = inboundResult.safeParse(error.result)
      const current = now.current.entry
      // It meant no parcel: what is typed for it has no owner.
      if (!captured?.only && current.onScreen === no && !answer.data?.parcel)
        put(targetOf(current) === no ? cleared(current) : { ...current, onScreen: null })
      // Measures that could not be saved stay in reach as long as their parcel is on the screen.
      if (
        captured?.only &&
        error.code !== SCAN.overLimit &&
        error.code !== SCAN.unpaid &&
        current.onScreen === no &&
        isEmpty(current.fields)
      )
        put({ ...current, fields: captured.measures, refused: captured.measures })
      const issue = error.issues[0]
      const field = issue && t.has(`measure.${issue.path}`) ? `${t(`measure.${issue.path}`)} ` : ''
      const verdict = refused(
        error,
        issue ? `${field}${issue.message}` : reasonOf(error, t),
        answer.success ? answer.data : null,
        missing(answer.data?.parcel ?? null),
      )
      return error.error === 'scan.replacedLabel'
        ? { ...verdict, data: { ...answer.data, replaced: true } }
        : verdict
    },
  })
  const missing = (parcel: ScannedParcel | null) =>
    parcel?.unpaid ? t('parcel.unpaid', { customer: parcel.customerName, ...parcel.unpaid }) : null
  const submit = () => {
    const done = submitted(now.current.entry)
    put(done.entry)
    save(done.save)
  }
  const weigh = (weightKg: string) => {
    put({ ...now.current.entry, fields: { ...now.current.entry.fields, weightKg } })
    submit()
  }
  const shownData: unknown = station.shown?.data
  const answer = inboundResult.safeParse(shownData)
  return {
    ...station,
    entry,
    target: targetOf(entry),
    answer: answer.success ? answer.data : null,
    bare:
      (isObject(shownData) && shownData.replaced === true) ||
      (answer.data?.warnings ?? []).some(({ code }) => code === 'scan.warn.noLabel'),
    setFields: (fields) => put({ ...now.current.entry, fields }),
    setWeighFirst: (on) => {
      remember(WEIGH_FIRST, on, null)
      put(weighing(now.current.entry, on))
    },
    submit,
    weigh,
    disarm: () => put({ ...now.current.entry, armed: null }),
    clear: () => {
      put(cleared(now.current.entry))
      station.clear()
    },
  }
}

/** Measures that go with an entry of the queue; it may come from an earlier version's storage. */
export const measuresIn = (extra: unknown): Measures =>
  isObject(extra) && isObject(extra.measures)
    ? { ...NO_MEASURES, ...(extra.measures as Partial<Measures>) }
    : NO_MEASURES
