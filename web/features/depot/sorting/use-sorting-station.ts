import { useRef } from 'react'
import { SCAN } from '#contracts/depot/scans.ts'
import {
  gateOfBarcode,
  sorting,
  sortingResult,
  type GateRow,
  type SortingResult,
} from '#contracts/depot/sorting.ts'
import { reasonOf } from '../../../kit/http/notify.tsx'
import { useInvalidate } from '../../../kit/http/query.ts'
import type { Verdict } from '../../../kit/scan/scan-queue.ts'
import { useScanStation, type ScanStation } from '../../../kit/scan/use-scan-queue.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { accepted, refused } from '../scans/index.ts'

interface Captured {
  depotId: string | null
  /** The parcel a gate's barcode or code confirms. */
  parcel: string | null
  /** The parcel that was in the hand when something else was scanned. */
  before?: string | null
}
const GATE_FIRST: readonly unknown[] = ['scan.gateFirst', 'scan.parcelFirst']

/**
 * The sorting station: a parcel's number, then the barcode or the code of its gate. Which parcel a
 * gate confirms is settled when it is read, so that quick scans may wait in the queue.
 */
export function useSortingStation(
  depotId: string | null,
  gates: readonly Pick<GateRow, 'code'>[],
): ScanStation & {
  answer: SortingResult | null
} {
  const t = useT('sorting')
  const invalidate = useInvalidate()
  const inHand = useRef<string | null>(null)
  /** A gate is spoken as it is shown: eyes are on the parcel. */
  const spoken = (answer: SortingResult | null, verdict: Verdict): Verdict =>
    answer?.gate && !answer.confirmed
      ? { ...verdict, spoken: verdict.spoken ?? t('gate.say', { gate: answer.gate }) }
      : verdict
  const withWhy = (answer: SortingResult, verdict: Verdict): Verdict => ({
    ...verdict,
    detail: [answer.confirmed ? '' : answer.why, verdict.detail].filter(Boolean).join(' · '),
  })
  const station = useScanStation({
    name: 'sort',
    endpoint: sorting.scan,
    enabled: depotId !== null,
    first: t('depot.choose'),
    capture: (code): Captured => {
      const before = inHand.current
      const isCode = gates.some((gate) => gate.code.toLowerCase() === code.trim().toLowerCase())
      // A code without a parcel in the hand may be a number of a parcel all the same.
      if (gateOfBarcode(code) === null && !(isCode && before !== null)) {
        inHand.current = code
        return { depotId, parcel: null, before }
      }
      inHand.current = null
      return { depotId, parcel: before }
    },
    input: (code, captured) => ({
      no: captured?.parcel ?? code,
      ...(captured?.parcel ? { gate: code } : {}),
      ...(captured?.depotId ? { depotId: captured.depotId } : {}),
    }),
    verdict: (result, _code, message) => {
      void invalidate(sorting.scan)
      return spoken(result, withWhy(result, accepted(result, message)))
    },
    refused: (error, code, captured) => {
      void invalidate(sorting.scan)
      const read = sortingResult.safeParse(error.result)
      const answer = read.success ? read.data : null
      const words = error.issues[0]?.message ?? reasonOf(error, t)
      const wrongGate = error.code === SCAN.misSort || error.error === 'scan.noSuchGate'
      // It still is in the hand, unless another was scanned meanwhile.
      if (wrongGate && captured?.parcel && inHand.current === null) inHand.current = captured.parcel
      // It was no parcel: the one before it still is in the hand.
      if (GATE_FIRST.includes(error.error) && inHand.current === code)
        inHand.current = captured?.before ?? null
      const verdict = refused(error, words, answer)
      if (wrongGate) return { ...verdict, spoken: words }
      return answer ? spoken(answer, withWhy(answer, verdict)) : verdict
    },
  })
  const read = sortingResult.safeParse(station.shown?.data)
  return {
    ...station,
    answer: read.success ? read.data : null,
    clear: () => {
      inHand.current = null
      station.clear()
    },
  }
}
