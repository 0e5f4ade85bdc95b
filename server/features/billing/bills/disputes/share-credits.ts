import { keyOf } from '../compare/bill-numbers.ts'

export interface About {
  parcelId: string | null
  key: string
  tradeItem: string | null
  chargeCode: string
  currency: string
}
/** Money back that a bill names; `left`: how much of it is no use yet. */
export interface CreditNote extends About {
  id: string
  references: string[]
  runId: string
  createTime: string
  left: bigint
}
/** A line of a dispute and its credit; `left`: how much of it no bill has named. */
export interface Credited extends About {
  id: string
  disputeId: string
  no: string
  carrierRef: string | null
  runId: string
  sentAt: string | null
  left: bigint
}
/** Money back that is the credit of a line. */
export interface CreditUse {
  noteId: string
  lineId: string
  disputeId: string
  amount: bigint
}

/** Whether both are about one charge; money back is often named by no charge of ours. */
const isSameCharge = (note: About, of: About): boolean =>
  note.currency === of.currency &&
  (note.parcelId !== null && of.parcelId !== null
    ? note.parcelId === of.parcelId
    : note.key !== '' && note.key === of.key) &&
  (note.tradeItem === null || note.tradeItem === of.tradeItem || note.chargeCode === of.chargeCode)

const namesOf = ({ no, carrierRef }: Credited): string[] =>
  [no, carrierRef ?? ''].map(keyOf).filter((name) => name !== '')

const isNamed = ({ key, references, currency }: CreditNote, of: Credited): boolean =>
  currency === of.currency && namesOf(of).some((name) => name === key || references.includes(name))

/** A rebate of the bill itself, or one from before the dispute, is no answer to it. */
const answers = (note: CreditNote, { runId, sentAt }: Credited): boolean =>
  note.runId !== runId && sentAt !== null && Date.parse(note.createTime) > Date.parse(sentAt)

/** The words by which a note may come to a line. */
const parcelWord = ({ parcelId }: About) => (parcelId === null ? [] : [`parcel ${parcelId}`])
const keyWord = ({ key }: About) => (key === '' ? [] : [key])
const lineWords = (one: Credited) => [...parcelWord(one), ...keyWord(one), ...namesOf(one)]
const noteWords = (one: CreditNote) => [...parcelWord(one), ...keyWord(one), ...one.references]

/**
 * Shares what notes give back over the lines it is the credit of, those a note names by their dispute
 * before those of the same charge. A note gives no more than is left of it, a line takes no more.
 */
export function shareCredits(
  notes: readonly CreditNote[],
  lines: readonly Credited[],
): CreditUse[] {
  const byWord = new Map<string, Credited[]>()
  for (const line of lines)
    for (const word of lineWords(line)) {
      const same = byWord.get(word)
      if (same) same.push(line)
      else byWord.set(word, [line])
    }
  const taken = new Map<string, bigint>()
  const free = ({ id, left }: Credited) => left - (taken.get(id) ?? 0n)
  return notes.flatMap((note) => {
    const found = [...new Set(noteWords(note).flatMap((word) => byWord.get(word) ?? []))].filter(
      (line) => free(line) > 0n && answers(note, line),
    )
    const named = found.filter((line) => isNamed(note, line))
    const isFirst = new Set(named)
    const same = found.filter((line) => !isFirst.has(line) && isSameCharge(note, line))
    let { left } = note
    return [...named, ...same].flatMap((line) => {
      const { id, disputeId } = line
      const most = free(line)
      const amount = most < left ? most : left
      if (amount <= 0n) return []
      left -= amount
      taken.set(id, (taken.get(id) ?? 0n) + amount)
      return [{ noteId: note.id, lineId: id, disputeId, amount }]
    })
  })
}
