import { SCAN, type ScannedParcel } from '#contracts/depot/scans.ts'
import type { ApiError } from '../../../kit/http/api.ts'
import type { Verdict } from '../../../kit/scan/scan-queue.ts'

/** What a scan's answer carries, whichever door it came from. */
interface Answered {
  parcel: ScannedParcel | null
  warnings: readonly { message: string }[]
}

/**
 * Codes that are an answer to look at, not a stop: the number is known, something about it is not
 * as wanted (wire.md §14.2).
 */
const LOOK: readonly number[] = [
  SCAN.status,
  SCAN.intercepted,
  SCAN.alreadyIntercepted,
  SCAN.held,
  SCAN.overLimit,
  SCAN.alreadyIn,
  SCAN.alreadyOut,
  SCAN.neverReceived,
  SCAN.wrongChannel,
  SCAN.otherBatch,
  SCAN.notInBatch,
]

export function accepted(answer: Answered, message: string): Verdict {
  const notes = answer.warnings.map((one) => one.message)
  return {
    tone: notes.length > 0 ? 'warning' : 'ok',
    title: message,
    detail: [...notes, ...about(answer.parcel)].join(' · '),
    data: answer,
  }
}

/** `answer` is what the refusal brought along, where it is a scan's answer at all. */
export function refused(error: ApiError, words: string, answer: Answered | null): Verdict {
  return {
    tone: error.refused && LOOK.includes(error.code) ? 'warning' : 'error',
    title: words,
    detail: about(answer?.parcel ?? null).join(' · '),
    ...(answer ? { data: answer } : {}),
  }
}

const about = (parcel: ScannedParcel | null): string[] =>
  parcel
    ? [
        parcel.customerName,
        parcel.serviceName,
        ...(parcel.pieces > 1 ? [`${parcel.seq}/${parcel.pieces}`] : []),
      ]
    : []
