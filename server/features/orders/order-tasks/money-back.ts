import { sql, type SqlBool } from 'kysely'
import type { Out } from '#contracts/kit/endpoint.ts'
import type { TaskAction } from '#contracts/orders/order-tasks.ts'
import type { charging } from '#contracts/orders/charging.ts'
import { GIVES_BACK } from '#contracts/orders/shipments.states.ts'
import {
  ordersEnding,
  sumsOfEnding,
  wireSum,
  type SumOfEnding,
} from '#server/features/orders/charging/index.ts'
import { seesPrice } from '#server/features/orders/shipments/index.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'

type Money = Out<typeof charging.ending>
type Way = Exclude<keyof SumOfEnding, 'currency'>
const byWay = (currency: string, sum: (way: Way) => string): SumOfEnding => ({
  currency,
  charged: sum('charged'),
  held: sum('held'),
  waiting: sum('waiting'),
})
interface Of {
  id: string
  action: TaskAction
}
const isShown = (ctx: Ctx, { action }: Of): boolean => GIVES_BACK.has(action) && seesPrice(ctx)

interface State {
  status: number
  flags: number
  kind: string
  partly: boolean
}
/** Orders whose charges are looked up in the ledger by one statement. */
const AT_ONCE = 1000

/**
 * What a task that ends orders will give back, of those it is open for; it is noted with each order,
 * for what it came to once it is done.
 */
export async function noteMoneyBack(
  tx: Tx,
  task: Of,
  isOpen: (order: State) => boolean,
): Promise<Money> {
  if (!isShown(tx, task)) return []
  for (let last: string | null = '0'; last !== null; last = await notePart(tx, task.id, last));
  const found = await sql<SumOfEnding & Omit<State, 'partly'>>`select b.key as currency,
      sum((b.value ->> 'charged')::bigint)::bigint as charged,
      sum((b.value ->> 'held')::bigint)::bigint as held,
      coalesce(sum((b.value ->> 'waiting')::bigint), 0)::bigint as waiting,
      s.shipment_status as status, s.flags, s.shipment_resource as kind
    from ${tx.rows('orderTaskRow').as('r')}
      join ${tx.rows('shipment').as('s')} on s.id = r.shipment_id
      cross join lateral jsonb_each(r.data -> 'back') as b
    where r.task_id = ${task.id} group by b.key, 5, 6, 7 order by b.key`.execute(tx.db)
  const open = Map.groupBy(
    found.rows.filter((row) => isOpen({ ...row, partly: false })),
    ({ currency }) => currency,
  )
  return [...open].map(([currency, rows]) => {
    const sum = (way: Way) => rows.reduce((all, row) => all + BigInt(row[way]), 0n).toString()
    return wireSum(byWay(currency, sum))
  })
}

/** Answers the last of the part's orders. */
async function notePart(tx: Tx, id: string, after: string): Promise<string | null> {
  const part = await sql<{ last: string | null }>`select max(p.shipment_id) as last
    from (select r.shipment_id from ${tx.rows('orderTaskRow').as('r')}
      where r.task_id = ${id} and r.shipment_id > ${after} order by 1 limit ${AT_ONCE}) as p`.execute(
    tx.db,
  )
  const last = part.rows[0]?.last ?? null
  if (last === null) return null
  const ofPart = sql<SqlBool>`s.id in (select r.shipment_id
    from ${tx.rows('orderTaskRow').as('r')}
    where r.task_id = ${id} and r.shipment_id > ${after} and r.shipment_id <= ${last})`
  await sql`update order_task_row as r set data = jsonb_build_object('back', x.back)
    from (select m.shipment_id, jsonb_object_agg(m.currency,
          jsonb_build_object('charged', m.charged, 'held', m.held,
            'waiting', m.waiting)) as back
        from (${ordersEnding(tx, ofPart)}) as m group by 1) as x
    where ${tx.rows('orderTaskRow').where('r')} and r.task_id = ${id}
      and r.shipment_id = x.shipment_id`.execute(tx.db)
  return last
}

/**
 * What a task has given back: what was noted with the orders it ended, without what is left. What
 * was charged after it began is another confirmation's.
 */
export async function moneyBackOf(ctx: Ctx, task: Of): Promise<Money> {
  if (!isShown(ctx, task)) return []
  const found = await sql<SumOfEnding>`select b.key as currency,
      sum((b.value ->> 'charged')::bigint)::bigint as charged,
      sum((b.value ->> 'held')::bigint)::bigint as held,
      coalesce(sum((b.value ->> 'waiting')::bigint), 0)::bigint as waiting
    from ${ctx.rows('orderTaskRow').as('r')}
      cross join lateral jsonb_each(r.data -> 'back') as b
    where r.task_id = ${task.id} and r.ok group by b.key order by b.key`.execute(ctx.db)
  if (found.rows.length === 0) return []
  const left = await sumsOfEnding(
    ctx,
    sql<SqlBool>`exists (select 1 from ${ctx.rows('orderTaskRow').as('r')}
        join ${ctx.rows('orderTask').as('k')} on k.id = r.task_id
      where r.task_id = ${task.id} and r.shipment_id = s.id and r.ok
        and c.create_time < k.started_at)`,
  )
  return found.rows.map(({ currency, ...before }) => {
    const still = left.find((sum) => sum.currency === currency)
    const back = (way: Way) => {
      const given = BigInt(before[way]) - BigInt(still?.[way] ?? 0)
      return (given > 0n ? given : 0n).toString()
    }
    return wireSum(byWay(currency, back))
  })
}
