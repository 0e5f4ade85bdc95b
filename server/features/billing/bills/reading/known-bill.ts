import { sql } from 'kysely'
import { formatMoney } from '#contracts/kit/money.ts'
import type { BillDryRun } from '#contracts/billing/bill-imports.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { keyOf } from '../compare/bill-numbers.ts'
import type { KeyedLine } from './bill-rows.ts'

const SHOWN = 20
export interface KnownRun {
  id: string
  invoiceNo: string
}

/** The run that has this invoice or this file already; drafts do not count. */
export async function knownRun(
  ctx: Ctx,
  supplierId: string,
  { invoiceNo, hash }: { invoiceNo: string; hash: string },
): Promise<KnownRun | null> {
  const { rows } = await sql<KnownRun>`select r.id, r.invoice_no
    from ${ctx.rows('billRun').as('r')}
    where r.supplier_id = ${supplierId} and r.state <> 'draft'
      and (r.invoice_key = ${keyOf(invoiceNo)} or r.hash = ${hash})
    order by r.invoice_key = ${keyOf(invoiceNo)} desc limit 1`.execute(ctx.db)
  return rows[0] ?? null
}

type Shown = BillDryRun['lines'][number]

/** What a file has more and less than the invoice as it was taken; nothing of it is changed. */
export async function compareWithKnown(
  ctx: Ctx,
  { id }: KnownRun,
  lines: readonly KeyedLine[],
  shown: (line: KeyedLine) => Shown,
): Promise<NonNullable<BillDryRun['known']>> {
  const { rows } = await sql<{
    dedupe: string
    line: number
    trackNo: string
    damaged: boolean
    chargeCode: string
    tradeItem: string | null
    amount: string
    currency: string
    shipDate: string | null
    weight: number | null
  }>`select l.dedupe, l.line_no as line, l.track_no, l.damaged, l.charge_code, l.trade_item,
      l.amount, l.currency, l.ship_date::text as ship_date, l.weight_billed as weight
    from ${ctx.rows('billLine').as('l')} where l.run_id = ${id}
    order by l.line_no`.execute(ctx.db)
  // A share of a split line is no line of the file.
  const before = rows.filter(({ dedupe }) => !dedupe.includes('/'))
  const known = new Set(before.map(({ dedupe }) => dedupe))
  const sent = new Set(lines.map(({ dedupe }) => dedupe))
  const added = lines.filter(({ dedupe }) => !known.has(dedupe))
  const gone = before.filter(({ dedupe }) => !sent.has(dedupe))
  return {
    runId: id,
    added: added.slice(0, SHOWN).map(shown),
    gone: gone.slice(0, SHOWN).map(({ dedupe: _, amount, ...line }) => ({
      ...line,
      amount: formatMoney({ minor: BigInt(amount), currency: line.currency }),
    })),
    addedCount: added.length,
    goneCount: gone.length,
  }
}
