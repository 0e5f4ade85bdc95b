import { sql } from 'kysely'
import { OPEN_STATES } from '#contracts/money/invoices.parts.ts'
import {
  lineOf,
  lockOpenLine,
  type BankInvoicePort,
  type NamedInvoice,
} from '#server/features/money/recharges/index.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { lockInvoice, type Invoice } from '../invoice-row.ts'
import { byId, payLine } from './pay-by-line.ts'

/** Letters and digits only: banks break lines, people put blanks and dashes. */
const plainText = (text: string): string => text.toUpperCase().replace(/[^A-Z0-9]/g, '')

/** Issued invoices that are not fully paid, by what a payer may write. */
async function openNames(ctx: Ctx): Promise<Map<string, NamedInvoice>> {
  const { rows } = await sql<{
    id: string
    number: string
    reference: string | null
    customerId: string
    currency: string
    open: string
  }>`select i.id, i.number, i.reference, i.customer_id, i.currency, i.open
    from ${ctx.rows('invoice').as('i')} where i.open > 0`.execute(ctx.db)
  return new Map(
    rows.flatMap(({ reference, open, ...row }) => {
      const known = { ...row, open: BigInt(open) }
      return [plainText(row.number), ...(reference === null ? [] : [reference])].map(
        (name) => [name, known] as const,
      )
    }),
  )
}

/** The invoices each text names, each once. */
async function named(ctx: Ctx, texts: readonly string[]): Promise<NamedInvoice[][]> {
  if (texts.every((text) => text.trim() === '')) return texts.map(() => [])
  const names = await openNames(ctx)
  const lengths = [...new Set([...names.keys()].map(({ length }) => length))]
  return texts.map((text) => namesIn(plainText(text), names, lengths))
}

function namesIn(
  plain: string,
  names: ReadonlyMap<string, NamedInvoice>,
  lengths: readonly number[],
): NamedInvoice[] {
  const found = new Set<NamedInvoice>()
  for (const length of lengths)
    for (let at = 0; at + length <= plain.length; at++) {
      const one = names.get(plain.slice(at, at + length))
      // Where digits go on it is another number.
      if (one && !/^\d/.test(plain.slice(at + length, at + length + 1))) found.add(one)
    }
  return [...found]
}

/** What a line names, where that is open and adds up to its amount; null where it does not. */
function sureOf(
  line: { amount: string; currency: string },
  found: readonly Invoice[],
): { row: Invoice; minor: bigint }[] | null {
  const [first] = found
  const fits =
    first !== undefined &&
    found.every(
      ({ customerId, currency, status }) =>
        customerId === first.customerId &&
        currency === line.currency &&
        OPEN_STATES.includes(status),
    ) &&
    found.reduce((sum, { open }) => sum + BigInt(open), 0n) === BigInt(line.amount)
  return fits ? found.map((row) => ({ row, minor: BigInt(row.open) })) : null
}

export const invoicesByBank: BankInvoicePort = {
  named,
  paySure: async (tx, lineId) => {
    const { rows } = await sql<{
      text: string
      reference: string | null
    }>`select l.text, l.reference
      from ${tx.rows('bankLine').as('l')} where l.id = ${lineId}`.execute(tx.db)
    const [found = []] = rows[0] ? await named(tx, [lineOf(rows[0])]) : []
    const locked: Invoice[] = []
    for (const id of found.map((one) => one.id).toSorted(byId))
      locked.push(await lockInvoice(tx, id))
    const line = await lockOpenLine(tx, lineId)
    const parts = sureOf(line, locked)
    if (parts === null) return false
    await payLine(tx, line, parts)
    return true
  },
}
