import { useRef, useState } from 'react'
import { intoParcel, inboundResult, type InboundResult } from '#contracts/depot/inbound.ts'
import { SCAN } from '#contracts/depot/scans.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { reasonOf } from '../../../kit/platform/notify.tsx'
import { useInvalidate } from '../../../kit/http/query.ts'
import { isBoolean, storageSet as remember, storageGet } from '../../../kit/platform/storage.ts'
import { useScanStation, type ScanStation } from '../../../kit/scan/use-scan-queue.ts'
import { isEmpty, NO_MEASURES, sent, type Measures } from './measures.ts'
import { accepted, refused } from '../scans/index.ts'

const KEEP = 'WAREHOUSE_KEEP_MEASURES'
interface Captured {
  batchId: string | null
  depotId: string | null
  measures: Measures
}
export interface InboundStation extends ScanStation {
  measures: Measures
  setMeasures: (measures: Measures) => void
  /** Whether weight and size stay for the next parcel. */
  keep: boolean
  setKeep: (keep: boolean) => void
  /** The answer to the last scan, also where it was a refusal. */
  answer: InboundResult | null
}

/**
 * The station at the door: weight, size, batch and depot go with each scan as they stood when it
 * was made.
 */
export function useInboundStation(batchId: string | null, depotId: string | null): InboundStation {
  const t = useT('scans')
  const invalidate = useInvalidate()
  const [measures, setMeasures] = useState(NO_MEASURES)
  const [keep, setKeep] = useState(() => storageGet(KEEP, isBoolean) ?? false)
  // Read by a scan that may come before the screen is drawn anew.
  const now = useRef({ batchId, depotId, measures, keep })
  now.current = { batchId, depotId, measures, keep }
  const put = (next: Measures) => {
    now.current.measures = next
    setMeasures(next)
  }
  const station = useScanStation({
    name: 'into',
    endpoint: intoParcel.scan,
    capture: (): Captured => {
      const captured = {
        batchId: now.current.batchId,
        depotId: now.current.depotId,
        measures: now.current.measures,
      }
      if (!now.current.keep) put(NO_MEASURES)
      return captured
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
    refused: (error, _no, captured) => {
      void invalidate(intoParcel.scan)
      const answer = inboundResult.safeParse(error.result)
      // Nothing was taken in: what was measured belongs to the parcel that still lies on the scale.
      if (captured && error.code !== SCAN.overLimit && isEmpty(now.current.measures))
        put(captured.measures)
      const issue = error.issues[0]
      const field = issue && t.has(`measure.${issue.path}`) ? `${t(`measure.${issue.path}`)} ` : ''
      return refused(
        error,
        issue ? `${field}${issue.message}` : reasonOf(error, t),
        answer.success ? answer.data : null,
      )
    },
  })
  const answer = inboundResult.safeParse(station.shown?.data)
  return {
    ...station,
    measures,
    setMeasures: put,
    keep,
    answer: answer.success ? answer.data : null,
    setKeep: (next) => {
      remember(KEEP, next, null)
      setKeep(next)
    },
  }
}
