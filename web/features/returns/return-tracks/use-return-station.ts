import { useState } from 'react'
import { SCAN } from '#contracts/depot/scans.ts'
import { returnScanResult, type ReturnScanResult } from '#contracts/returns/return-tracks.shapes.ts'
import { returnStation } from '#contracts/returns/return-station.ts'
import { reasonOf, useNotify } from '../../../kit/http/notify.tsx'
import { useInvalidate } from '../../../kit/http/query.ts'
import type { Verdict } from '../../../kit/scan/scan-queue.ts'
import { useScanStation, type MeasuringStation } from '../../../kit/scan/use-scan-queue.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { printLabel } from './print-label.ts'

/** What is typed about the next box, stored with its scan. */
export interface BoxEntry {
  depotId: string | null
  place: string
  weightKg: string
  senderText: string
  senderPostalCode: string
  goods: string
  carrier: string
  again: boolean
}

export const EMPTY = {
  weightKg: '',
  senderText: '',
  senderPostalCode: '',
  goods: '',
  carrier: '',
}

/**
 * The returns station: a scan receives the box with what was typed for it. What has no owner gets
 * its label at once.
 */
export function useReturnStation(
  entry: Omit<BoxEntry, 'again'>,
  onReceived: () => void,
): MeasuringStation<BoxEntry> & { answer: ReturnScanResult | null } {
  const t = useT('return-tracks')
  const invalidate = useInvalidate()
  const notify = useNotify()
  const [asked, setAsked] = useState<ReturnScanResult | null>(null)
  const detailOf = (answer: ReturnScanResult) =>
    [
      answer.no,
      answer.place,
      ...answer.reasons,
      answer.action_dictText,
      answer.decided,
      ...answer.suggestions.slice(0, 1).map((one) => `${one.score} ${one.customerName}`),
    ]
      .filter(Boolean)
      .join(' · ')
  const station = useScanStation({
    name: 'returns',
    endpoint: returnStation.scan,
    enabled: entry.depotId !== null && entry.place !== '',
    first: t('station.choose'),
    capture: (): BoxEntry => ({ ...entry, again: false }),
    input: (no, captured) => {
      const { depotId, again, ...facts } = captured ?? { ...entry, again: false }
      return { no, again, skus: [], ...facts, ...(depotId ? { depotId } : {}) }
    },
    verdict: (answer, _code, message): Verdict => {
      void invalidate(returnStation.scan)
      setAsked(answer)
      onReceived()
      return { tone: 'ok', title: message, detail: detailOf(answer), data: answer, spoken: message }
    },
    refused: (error) => {
      void invalidate(returnStation.scan)
      const read = returnScanResult.safeParse(error.result)
      const answer = read.success ? read.data : null
      setAsked(answer)
      const words = error.issues[0]?.message ?? reasonOf(error, t)
      const received = error.code === SCAN.notPredicted && answer?.id
      if (received) {
        onReceived()
        // Its number is not known: the label is printed before it is put down.
        void printLabel(answer.id!).catch(notify.failed)
      }
      return {
        tone: received || error.code === SCAN.alreadyIn ? 'warning' : 'error',
        title: words,
        detail: answer ? detailOf(answer) : '',
        spoken: words,
        ...(answer ? { data: answer } : {}),
      }
    },
  })
  return { ...station, answer: asked }
}
