import { sql } from 'kysely'
import type { In } from '#contracts/kit/endpoint.ts'
import {
  alarmLevelOf,
  daysLeft,
  lateness,
  USE_DAYS,
  type AccountFigures,
} from '#contracts/money/account-figures.ts'
import type { accounts } from '#contracts/money/accounts.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { businessDay } from '#server/kit/db/business-day.ts'
import { wireAmount } from './read-account.ts'
import { CHARGES, RECHARGES } from './trade-kinds.ts'

interface Row {
  id: string
  currency: string
  balance: string
  available: string
  spendable: string
  level: string | null
  held: string
  credit: string
  status: string
  used: string
  days: number
  ownUsed: string
  ownDays: number
  kind: string
  late: [string, string, string, string]
  rechargedAt: string | null
  recharged: string | null
}

/**
 * Forecast, ageing, alarm and last recharge of accounts within the caller's reach, by id. How long the
 * money lasts is asked of the account, and of both accounts of a customer, as orders are charged.
 */
export async function figuresOf(
  ctx: Ctx,
  { ids }: In<typeof accounts.figures>,
): Promise<Record<string, AccountFigures>> {
  const today = await businessDay(ctx)
  const found = await sql<Row>`select a.id, a.currency, a.balance, a.available, al.level,
      ledger_available(a.tenant_id, a.kind, a.customer_id, a.currency, true) as spendable,
      a.held, a.credit, a.status,
      u.used, u.days, u.own_used, u.own_days, a.kind, v.late, r.create_time as recharged_at, r.money as recharged
    from ${ctx.rows('ledgerAccount').as('a')}
      left join account_alarm al on al.tenant_id = a.tenant_id and al.account_id = a.id,
      lateral (select array_agg(b.id) as ids
        from ledger_account b join customer k on k.id = a.customer_id and k.tenant_id = a.tenant_id
        where b.tenant_id = a.tenant_id and b.customer_id = a.customer_id and b.currency = a.currency
          and (b.id = a.id or not k.iz_apart)) p,
      lateral (select coalesce(-sum(x.money), 0)::bigint as used,
          coalesce(ceil(extract(epoch from now() - min(x.create_time)) / 86400), 1)::int as days,
          coalesce(-sum(x.money) filter (where x.account_id = a.id), 0)::bigint as own_used,
          coalesce(ceil(extract(epoch from now() - min(x.create_time)
            filter (where x.account_id = a.id)) / 86400), 1)::int as own_days
        from trade x where x.tenant_id = a.tenant_id and x.account_id = any(p.ids)
          and x.trade_type = any(${CHARGES}::text[])
          and x.create_time > now() - make_interval(days => ${USE_DAYS}::int)) u,
      lateral (select array[
          coalesce(sum(i.open) filter (where l.days <= 30), 0)::text,
          coalesce(sum(i.open) filter (where l.days between 31 and 60), 0)::text,
          coalesce(sum(i.open) filter (where l.days between 61 and 90), 0)::text,
          coalesce(sum(i.open) filter (where l.days > 90), 0)::text] as late
        from invoice i cross join lateral (select ${today}::date - i.due_on as days) l
        where a.kind = 'receivable' and i.tenant_id = a.tenant_id and i.account_id = a.id
          and i.open > 0 and l.days > 0) v
      left join lateral (select x.create_time, x.money from trade x
        where x.tenant_id = a.tenant_id and x.account_id = a.id
          and x.trade_type = any(${RECHARGES}::text[]) and x.money > 0
        order by x.id desc limit 1) r on true
    where a.customer_id is not null and a.id = any(${ids}::bigint[])`.execute(ctx.db)
  return Object.fromEntries(found.rows.map((row) => [row.id, figures(row)]))
}

function figures(row: Row): AccountFigures {
  const { currency } = row
  const wire = (minor: bigint | string) => wireAmount(minor, currency)
  const balance = BigInt(row.balance)
  const available = BigInt(row.available)
  const reached = BigInt(row.spendable)
  const spendable = row.status === 'frozen' && reached > 0n ? 0n : reached
  const [own, credit] = [balance - BigInt(row.held), BigInt(row.credit)]
  const together = paceOf(spendable, BigInt(row.used), row.days, wire)
  const alone = paceOf(
    available < spendable ? available : spendable,
    BigInt(row.ownUsed),
    row.ownDays,
    wire,
  )
  const level = row.level === null ? null : BigInt(row.level)
  const debt = balance < 0n ? -balance : 0n
  const late = row.late.map(BigInt) as [bigint, bigint, bigint, bigint]
  const ages = lateness(debt, late, row.kind !== 'receivable')
  return {
    spendable: wire(spendable),
    spendableOf: {
      own: wire(own),
      credit: wire(credit),
      other: wire(reached - own - credit),
    },
    lastRechargeAt: row.rechargedAt,
    lastRecharge: row.recharged === null ? null : wire(row.recharged),
    ...(available > 0n || spendable <= 0n ? alone : together),
    together,
    ageing: {
      notDue: wire(ages.notDue),
      due: wire(ages.due),
      d30: wire(ages.d30),
      d60: wire(ages.d60),
      d90: wire(ages.d90),
      older: wire(ages.older),
    },
    alarmLevel: level === null ? null : wire(level),
    level: alarmLevelOf(available, level),
  }
}

/** What is spent per day, and for how many days an amount lasts. */
function paceOf(amount: bigint, used: bigint, days: number, wire: (minor: bigint) => string) {
  const looked = Math.min(USE_DAYS, Math.max(1, days))
  return {
    perDay: used > 0n ? wire(used / BigInt(looked)) : null,
    daysLeft: daysLeft(amount, used, days),
  }
}
