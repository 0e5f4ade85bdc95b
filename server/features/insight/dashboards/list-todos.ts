import { sql, type RawBuilder } from 'kysely'
import { TODO_CAP, type Todo } from '#contracts/insight/dashboards.ts'
import { drill, LISTED, listPath, TODO_STATUS } from '#contracts/insight/dashboards.drill.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { ofKind } from './count-by-status.ts'

interface Kind {
  kind: Todo['kind']
  /** Whoever may do something about it. */
  perm: string
  path: string
  /** Rows that wait; counted no further than the cap. */
  rows: (ctx: Ctx) => RawBuilder<unknown>
}

const withStatus = (status: number) => (ctx: Ctx) =>
  sql`from ${ctx.rows('shipment').as('s')} where s.shipment_status = ${status} and ${ofKind('s', LISTED.kind)}`
const orders = (kind: keyof typeof TODO_STATUS, perm: string): Kind => ({
  kind,
  perm,
  path: listPath(drill.status(TODO_STATUS[kind])),
  rows: withStatus(TODO_STATUS[kind]),
})

const KINDS: readonly Kind[] = [
  orders('held', LISTED.perm),
  orders('exceptions', LISTED.perm),
  orders('drafts', 'ship:b2c:confirm'),
  {
    kind: 'imports',
    perm: 'ship:b2c:import',
    path: '/shipment/import',
    rows: (ctx) =>
      sql`from ${ctx.rows('shipmentImport').as('i')} where not i.dry_run and (i.refused > 0 or i.status = 'failed') and i.create_time > now() - interval '7 days'`,
  },
  {
    kind: 'predicted',
    perm: 'wh:pred:list',
    path: '/warehouse/predicted?status=1',
    rows: (ctx) =>
      sql`from ${ctx.rows('predictedBatch').as('b')} where b.status <> '3' and b.expected_date < current_date`,
  },
  {
    kind: 'outBatches',
    perm: 'wh:out:list',
    path: '/warehouse/out?status=0',
    rows: (ctx) =>
      sql`from ${ctx.rows('outBatch').as('b')} where b.status = '0' and b.create_time < now() - interval '1 day'`,
  },
  {
    kind: 'unmapped',
    perm: 'trk:map:list',
    path: '/tracking/unmapped',
    rows: (ctx) =>
      sql`from (select distinct e.courier, e.raw_code from ${ctx.rows('trackingEvent').as('e')} where e.unmapped) as codes where true`,
  },
  {
    kind: 'registrations',
    perm: 'sys:registration:decide',
    path: '/isystem/registrations?state=pending',
    rows: (ctx) => sql`from ${ctx.rows('registration').as('r')} where r.state = 'pending'`,
  },
  {
    kind: 'messages',
    perm: 'sys:msg:list',
    path: '/modules/message/sysMessageList?esSendStatus=2',
    rows: (ctx) =>
      sql`from ${ctx.rows('sysMessage').as('m')} where m.state = 'failed' and m.create_time > now() - interval '30 days'`,
  },
]

/** What waits for the caller: only what they may see and act on, nothing where nothing waits. */
export async function listTodos(ctx: Ctx): Promise<Todo[]> {
  const kinds = KINDS.filter(({ perm }) => ctx.can(perm))
  if (kinds.length === 0) return []
  const counts = kinds.map(
    ({ kind, rows }) =>
      sql`select ${kind}::text as kind, (select count(*)::int from (select 1 ${rows(ctx)} limit ${TODO_CAP}) as waiting) as n`,
  )
  const found = await sql<{
    kind: string
    n: number
  }>`${sql.join(counts, sql` union all `)}`.execute(ctx.db)
  return kinds.flatMap(({ kind, path }) => {
    const n = found.rows.find((row) => row.kind === kind)?.n ?? 0
    return n > 0 ? [{ kind, n, path }] : []
  })
}
