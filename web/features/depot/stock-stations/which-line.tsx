import { useRef, useState, type ReactNode } from 'react'
import { Segments } from '../../../kit/form/segments.tsx'
import { formatDay } from '../../../kit/text/formats.ts'
import { useT } from '../../../kit/text/i18n.ts'

export interface Lying {
  customerName: string
  lot: string | null
  expiryDate: string | null
}
/** What sets lines of one SKU at one place apart. */
export const wordsOf = ({ customerName, lot, expiryDate }: Lying): string =>
  [customerName, lot, formatDay(expiryDate)].filter(Boolean).join(' · ')

/** One number stands for several of these: which one is meant. */
interface Doubt {
  code: string
  choices: readonly string[]
  /** The scan that waits for the answer. */
  scan: string | null
}
interface Scanned {
  code: string
  quantity: number
}
interface Which<L> {
  /** Those of the lines that are meant; none where it is asked first. */
  of: (lines: readonly L[], scan: Scanned) => readonly L[]
  /** Another place, or a lot that was scanned: what was chosen before counts no longer. */
  begin: (lot?: string) => void
  /** What was chosen cannot take this scan: it is for the next choice. */
  again: (scan: Scanned) => void
  ask: (add: (scan: string) => void) => ReactNode
}

/** Asks which line a number is scanned for, where it lies there for several customers, lots or expiries. */
export function useWhich<L extends Pick<Lying, 'lot'>>(
  words: (line: L) => string,
  asked: 'which' | 'which.customer' = 'which',
): Which<L> {
  const t = useT('stock-stations')
  const lot = useRef<string | null>(null)
  const [doubt, setDoubt] = useState<Doubt | null>(null)
  const [meant, setMeant] = useState<string>()
  // A scan is read before the page is drawn again.
  const latest = useRef<{ code: string; words: string } | null>(null)
  const textOf = ({ code, quantity }: Scanned) => `${quantity}*${code}`
  return {
    of: (lines, scan) => {
      const ofLot = lines.filter((line) => line.lot?.toUpperCase() === lot.current)
      const among = ofLot.length > 0 ? ofLot : lines
      const choices = [...new Set(among.map(words))]
      if (choices.length < 2) return among
      const { current } = latest
      const own = among.filter(
        (line) => current?.code === scan.code && words(line) === current.words,
      )
      if (own.length === 0) {
        setMeant(undefined)
        setDoubt({ code: scan.code, choices, scan: textOf(scan) })
      }
      return own
    },
    begin: (code) => {
      lot.current = code ?? null
      latest.current = null
      setMeant(undefined)
      setDoubt(null)
    },
    again: (scan) =>
      setDoubt((now) => (now?.code === scan.code ? { ...now, scan: textOf(scan) } : now)),
    ask: (add) =>
      doubt && (
        <Segments
          aria-label={t(asked, { code: doubt.code })}
          value={meant}
          options={doubt.choices.map((value) => ({ value, label: value }))}
          onChange={(choice) => {
            latest.current = { code: doubt.code, words: choice }
            setMeant(choice)
            if (doubt.scan) add(doubt.scan)
            setDoubt({ ...doubt, scan: null })
          }}
        />
      ),
  }
}
