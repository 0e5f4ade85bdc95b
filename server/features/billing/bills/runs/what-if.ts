import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { formatMoney } from '#contracts/kit/money.ts'
import type { billRuns } from '#contracts/billing/bill-runs.ts'
import { BILL_CODES, POSTABLE, type BillCode } from '#contracts/billing/bills.states.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { codeOf } from '../compare/compare-lines.ts'
import { decimalsOf, readRun } from './run-row.ts'

const AT_ONCE = 20_000

interface Row {
  id: string
  code: BillCode
  fixed: BillCode | null
  tradeItem: string | null
  currency: string
  delta: string
  state: string
  amount: string
  credit: string
  posted: boolean
  itemExpected: string | null
  itemBilled: string | null
  weightBilled: number | null
  weightOurs: number | null
  zoneBilled: string | null
  zoneOurs: string | null
  serviceBilled: string | null
  serviceOurs: string | null
}

/** How many lines would have which code with other tolerances. */
export async function whatIf(
  ctx: Ctx,
  { id, ...tolerance }: In<typeof billRuns.whatIf>,
): Promise<Out<typeof billRuns.whatIf>> {
  const run = await readRun(ctx, id)
  const sums = new Map(
    BILL_CODES.map((code) => [
      code,
      { lines: 0, open: 0, disputable: 0, after: 0, delta: 0n, deltaAfter: 0n },
    ]),
  )
  const decided: ReadonlySet<string> = new Set(POSTABLE)
  const postable = { lines: 0, sums: new Map<string, bigint>() }
  for (let last = '0'; ;) {
    const { rows } = await sql<Row>`select l.id, l.code, l.fixed, l.trade_item, l.currency,
        l.delta, l.state, l.amount, l.credit, l.posted_at is not null as posted,
        l.item_expected, l.item_billed, l.weight_billed, l.weight_ours,
        l.zone as zone_billed, l.zone_ours, l.service_code as service_billed,
        l.service_ours
      from ${ctx.rows('billLine').as('l')}
      where l.run_id = ${id} and l.id > ${last} and l.code is not null
      order by l.id limit ${AT_ONCE}`.execute(ctx.db)
    for (const { itemExpected, itemBilled, ...row } of rows) {
      const then = codeOf(
        {
          ...row,
          itemExpected: itemExpected === null ? null : BigInt(itemExpected),
          itemBilled: itemBilled === null ? null : BigInt(itemBilled),
        },
        tolerance,
        decimalsOf(row.currency),
      )
      const isOwn = row.currency === run.currency
      const delta = isOwn ? BigInt(row.delta) : 0n
      const [now, later] = [sums.get(row.code)!, sums.get(then)!]
      now.lines++
      now.delta += delta
      if (row.state === 'open') {
        now.open++
        if (isOwn && BigInt(row.amount) >= 0n) now.disputable++
      }
      if (!row.posted && decided.has(row.state)) {
        postable.lines++
        const before = postable.sums.get(row.currency) ?? 0n
        postable.sums.set(row.currency, before + BigInt(row.amount) - BigInt(row.credit))
      }
      later.after++
      later.deltaAfter += delta
    }
    if (rows.length < AT_ONCE) break
    last = rows.at(-1)!.id
  }
  const { currency } = run
  return {
    currency,
    postable: {
      lines: postable.lines,
      sums: [...postable.sums].map(([of, minor]) => ({
        currency: of,
        amount: formatMoney({ minor, currency: of }),
      })),
    },
    codes: [...sums]
      .filter(([, { lines, after }]) => lines + after > 0)
      .map(([code, { delta, deltaAfter, ...counts }]) => ({
        code,
        ...counts,
        delta: formatMoney({ minor: delta, currency }),
        deltaAfter: formatMoney({ minor: deltaAfter, currency }),
      })),
  }
}
