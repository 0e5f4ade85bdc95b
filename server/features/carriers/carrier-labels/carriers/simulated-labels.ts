import type { SimulatorScript } from '#contracts/carriers/carrier-sets.ts'

/** A label the simulator sold. */
export interface SimulatedLabel {
  /** Ascending within the carrier; its numbers are made of it. */
  serial: number
  number: string
  handle: string
  reference: string
  product: string
  /** What is printed on it. */
  content: unknown
  /** UTC, ISO 8601. */
  madeAt: string
  day: string
  cancelled: boolean
  closed: boolean
}

/** What a carrier's simulator remembers, and how it behaves; the database in the product. */
export interface SimulatedLabels {
  script: SimulatorScript
  now(): string
  /** Counts the calls of the account. */
  callNo(): number
  nextSerial(): Promise<number>
  add(label: SimulatedLabel): Promise<void>
  byHandle(handle: string): Promise<SimulatedLabel | null>
  byReference(reference: string): Promise<SimulatedLabel | null>
  change(handle: string, change: { cancelled?: true; closed?: true }): Promise<void>
  ofDay(day: string): Promise<SimulatedLabel[]>
}

const BUSY_EVERY = 5
const SLOW_MS = 3_000

/** Scripts every simulator plays: answers before the call is looked at; null where it is done as usual. */
export async function disturb(
  { script, callNo }: SimulatedLabels,
  sells: boolean,
): Promise<Response | null> {
  const call = callNo()
  if (script === 'busy' && call % BUSY_EVERY !== 0)
    return problem(429, 'Too Many Requests', { 'retry-after': '0' })
  if (script === 'error500' && sells) return problem(500, 'Internal Server Error')
  if (script === 'slow') await new Promise((done) => setTimeout(done, SLOW_MS))
  if (script === 'denied') return problem(401, 'Unauthorized')
  return null
}

/** After a label was made: the answer never arrives, as when a line breaks. */
export function loseAnswer({ script }: SimulatedLabels): void {
  if (script === 'lostAnswer')
    throw new TypeError('fetch failed', { cause: { code: 'ECONNRESET' } })
}

/** A document the way the script wants it: whole, or cut in the middle. */
export const sent = ({ script }: SimulatedLabels, bytes: Buffer): Buffer =>
  script === 'cutLabel' ? bytes.subarray(0, Math.floor(bytes.length / 2)) : bytes

export const answer = (
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): Response =>
  new Response(body === null ? '' : JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', ...headers },
  })

export const problem = (
  status: number,
  title: string,
  headers: Record<string, string> = {},
): Response => answer(status, { status, title, detail: title }, headers)

/** 3/1 from the right; `plus` is added to the digit (GLS: 1). */
export function checkDigit(digits: string, plus = 0): string {
  const sum = [...digits].reverse().reduce((total, digit, at) => {
    return total + Number(digit) * (at % 2 === 0 ? 3 : 1)
  }, plus)
  return String((10 - (sum % 10)) % 10)
}
