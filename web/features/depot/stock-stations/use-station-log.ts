import { useEffect, useRef, useState } from 'react'
import { reasonOf } from '../../../kit/http/notify.tsx'
import { useUnsaved } from '../../../kit/platform/unsaved.ts'
import { useScanner } from '../../../kit/platform/use-keys.ts'
import type { Scan, Verdict } from '../../../kit/scan/scan-queue.ts'
import { play } from '../../../kit/scan/sounds.ts'
import { speak } from '../../../kit/scan/speech.ts'
import { currentLang, useT } from '../../../kit/text/i18n.ts'

/** Pieces a scan took for a line of the sheet. */
export interface Taken {
  line: string
  quantity: number
}
export type Reading = Verdict & { take?: Taken }
export interface StationLog {
  scans: readonly Scan[]
  shown: Scan | null
  /** Pieces taken for a line and not taken back, as of the last scan. */
  countOf(line: string): number
  add(text: string): void
  undo(scan: Scan): void
  clear(): void
  /** What was taken is booked: it counts no more and cannot be taken back. */
  booked(): void
}

const MANY = /^(\d{1,7})[*×](.+)$/
const MOST = 200

/** `12*CODE`: a number typed before what is scanned. */
export function readQuantity(text: string): { code: string; quantity: number } {
  const many = MANY.exec(text.trim())
  const quantity = Number(many?.[1] ?? 1)
  return many && quantity > 0
    ? { code: many[2]!.trim(), quantity }
    : { code: text.trim(), quantity: 1 }
}

/**
 * The scans of a stock station: read one after the other against the sheet on the screen, counted
 * here and sent when the sheet is booked. Only what was scanned or typed counts. `ready`: the sheet
 * is there; what is scanned while it still loads waits for it.
 */
export function useStationLog(
  read: (code: string, quantity: number) => Reading | Promise<Reading>,
  ready: boolean,
): StationLog {
  const t = useT()
  const [scans, setScans] = useState<readonly Scan[]>([])
  const [shown, setShown] = useState<Scan | null>(null)
  const stored = useRef(scans)
  const chain = useRef<Promise<void>>(Promise.resolve())
  const latest = useRef({ read, t, ready })
  latest.current = { read, t, ready }
  const waiting = useRef<(() => void)[]>([])
  useEffect(() => {
    if (ready) for (const go of waiting.current.splice(0)) go()
  }, [ready])
  const keep = (next: readonly Scan[]) => {
    stored.current = next
    setScans(next)
  }
  const saved = useUnsaved(scans.some(counts))
  const readOne = async (text: string) => {
    if (!latest.current.ready) await new Promise<void>((go) => waiting.current.push(go))
    const { code, quantity } = readQuantity(text)
    const scan = { key: crypto.randomUUID(), code, at: Date.now() }
    let reading: Reading
    try {
      reading = await latest.current.read(code, quantity)
    } catch (error) {
      reading = { tone: 'error', title: reasonOf(error, latest.current.t) }
    }
    const { tone, take, ...words } = reading
    const done: Scan = { ...scan, ...words, state: tone, ...(take ? { data: take } : {}) }
    const all = [done, ...stored.current]
    // What counts stays, however long ago it was scanned.
    keep(all.filter((one, at) => at < MOST || counts(one)))
    setShown(done)
    play(tone)
    if (words.spoken) speak(words.spoken, currentLang())
  }
  const add = (text: string) => {
    chain.current = chain.current.then(() => readOne(text))
  }
  useScanner(add)
  return {
    scans,
    shown,
    countOf: (line) =>
      stored.current.reduce(
        (sum, one) =>
          sum + (counts(one) && takenOf(one)?.line === line ? takenOf(one)!.quantity : 0),
        0,
      ),
    add,
    undo: (scan) =>
      keep(stored.current.map((one) => (one.key === scan.key ? { ...one, undone: true } : one))),
    clear: () => setShown(null),
    booked: () => {
      saved()
      keep(stored.current.map(({ data: _, ...scan }) => scan))
    },
  }
}

const takenOf = (scan: Scan) => scan.data as Taken | undefined
const counts = (scan: Scan): boolean => takenOf(scan) !== undefined && !scan.undone
