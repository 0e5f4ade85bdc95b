import { SCAN, type ScannedParcel } from '#contracts/depot/scans.ts'
import type { ApiError } from '../../../kit/http/api.ts'
import type { Verdict } from '../../../kit/scan/scan-queue.ts'

/** What a scan's answer carries, from any station. */
interface Answered {
  parcel: ScannedParcel | null
  warnings: readonly { message: string }[]
}

/**
 * Codes of what was done, or needs not be done again, but is to be looked at (ux 32). All others
 * but 200 mean: not done.
 */
const LOOK: readonly number[] = [
  SCAN.intercepted,
  SCAN.alreadyIntercepted,
  SCAN.overLimit,
  SCAN.unpaid,
  SCAN.alreadyIn,
  SCAN.toException,
  SCAN.alreadySorted,
]

/** Codes whose words are spoken: the tone alone does not show where the parcel goes. */
const SPOKEN: readonly number[] = [SCAN.unpaid]

/** The one scale of severity: green done, amber look at it, red not done. */
export function toneOf(code: number, warnings: readonly unknown[]): Verdict['tone'] {
  if (code === SCAN.ok) return warnings.length > 0 ? 'warning' : 'ok'
  return LOOK.includes(code) ? 'warning' : 'error'
}

export function accepted(answer: Answered, message: string): Verdict {
  const notes = answer.warnings.map((one) => one.message)
  return {
    tone: toneOf(SCAN.ok, notes),
    title: message,
    detail: [...notes, ...about(answer.parcel)].join(' · '),
    data: answer,
  }
}

/** `answer` is what the refusal brought along, where it is a scan's answer at all. */
export function refused(
  error: ApiError,
  words: string,
  answer: Answered | null,
  /** What is added about the parcel: the money its customer lacks. */
  more: string | null = null,
): Verdict {
  return {
    tone: error.refused ? toneOf(error.code, []) : 'error',
    title: words,
    detail: [...(more ? [more] : []), ...about(answer?.parcel ?? null)].join(' · '),
    ...(SPOKEN.includes(error.code) ? { spoken: words } : {}),
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
