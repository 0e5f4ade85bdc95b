import { minorUnits } from '#contracts/kit/money.ts'
import type { AccountingSetting } from '#contracts/money/accounting-export/accounting-export.ts'
import { mostOfLine, rateText, type BatchRow } from './datev-format.ts'
import { byDebtor, numbersIn } from './numbers.ts'
import { pairEntries } from './pair-entries.ts'
import type { EntryRow } from './read-entries.ts'

type Row = EntryRow & { minor: bigint }

/** What happened, as the text of a posting begins; in German, as the format is. */
const WORDS: Readonly<Record<string, string>> = {
  recharge: 'Einzahlung',
  charge: 'Berechnung',
  refund: 'Erstattung',
  adjustment: 'Korrektur',
  transfer: 'Umbuchung',
  exchange: 'Waehrungstausch',
  reversal: 'Storno',
  chargeback: 'Rueckbelastung',
  cost: 'Kosten',
  cod: 'Nachnahme',
}

/** Where an account has no number: `missing` names it, and refuses. */
export function rowsIn(
  setting: AccountingSetting,
  missing: (entry: EntryRow | null) => never,
): (entries: readonly EntryRow[]) => BatchRow[] {
  const find = numbersIn(setting)
  const debtors = byDebtor(setting)
  const numberOf = (entry: EntryRow) => find(entry) ?? missing(entry)
  const clearing = () => find({ kind: 'clearing', ref: '', debtor: null }) ?? missing(null)
  return (entries) => {
    const rows: Row[] = entries.map((entry) => ({ ...entry, minor: BigInt(entry.amount) }))
    const baseOf = basesOf(rows, setting.currency)
    return [...Map.groupBy(rows, ({ currency }) => currency)].flatMap(([currency, own]) =>
      pairEntries(own, mostOfLine(currency)).flatMap(({ debit, credit, minor }): BatchRow[] => {
        const base = baseOf(currency, minor)
        const [from, to] = [numberOf(debit), numberOf(credit)]
        const plain = {
          minor,
          currency,
          day: debit.day,
          voucher: debit.invoiceNo ?? debit.shipmentNo ?? `T${debit.transactionId}`,
          voucher2: `T${debit.transactionId}`,
          text: textOf(debit, credit),
          ...(base ? { base } : {}),
        }
        const earned = [debit, credit].some(({ kind }) => kind === 'revenue')
        const cancel = setting.automatic && earned ? { cancelAutomatic: true } : {}
        if (from === to) {
          const between = clearing()
          if (between === from) return missing(null)
          return [
            { ...plain, mark: 'S', account: from, contra: between },
            { ...plain, mark: 'H', account: to, contra: between },
          ]
        }
        // A customer stands first, as its account is read.
        return debtors.includes(credit.kind) && !debtors.includes(debit.kind)
          ? [{ ...plain, ...cancel, mark: 'H', account: to, contra: from }]
          : [{ ...plain, ...cancel, mark: 'S', account: from, contra: to }]
      }),
    )
  }
}

function textOf(debit: EntryRow, credit: EntryRow): string {
  const code = [debit, credit].find((one) => one.customerCode)?.customerCode
  const word = WORDS[debit.transactionKind] ?? debit.transactionKind
  return [word, debit.shipmentNo, code].filter(Boolean).join(' ')
}

/**
 * Amounts in the currency of the books of a transaction that is in both (an exchange): the parts of
 * its rows sum to what was posted in that currency exactly.
 */
function basesOf(
  rows: readonly Row[],
  base: string,
): (currency: string, minor: bigint) => BatchRow['base'] {
  const sumOf = (currency: string) =>
    rows.reduce(
      (sum, row) => (row.currency === currency && row.minor > 0n ? sum + row.minor : sum),
      0n,
    )
  const total = sumOf(base)
  const done = new Map<string, bigint>()
  return (currency, minor) => {
    const all = sumOf(currency)
    if (currency === base || total === 0n || all === 0n) return undefined
    const before = done.get(currency) ?? 0n
    done.set(currency, before + minor)
    const part = ((before + minor) * total) / all - (before * total) / all
    const rate = rateText(all, minorUnits(currency), total, minorUnits(base))
    return { minor: part, currency: base, rate }
  }
}
