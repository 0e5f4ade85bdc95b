import { sql } from 'kysely'
import { NUMBER_SOURCES } from '#contracts/commercial/numbers/number-sources.ts'
import { asSystem, type Ctx } from '#server/kit/access/ctx.ts'
import { batchCalls } from '#server/kit/db/batch-calls.ts'
import { openTransaction } from '#server/kit/db/open-transaction.ts'
import { isTx } from '#server/kit/db/tx.ts'
import { failMissing } from '#server/kit/http/errors.ts'
import { perApp } from '#server/kit/runtime/deps.ts'
import { FREE } from './pool-states.ts'

interface Wanted {
  serviceId: string
  customerId: string
  wanted: number
}
interface Left {
  n: number
  code: string
  name: string
  nameEn: string | null
  left: number
}
interface Call extends Wanted {
  ctx: Ctx
}
type Question = (call: Call) => Promise<Left | undefined>

const BATCH = { atOnce: 1, max: 100 }
/** By tenant: a statement reads the rows of one. */
const questions = perApp(() => new Map<string, Question>())

/** Numbers an order of a customer could get from a service now, counted up to `wanted`. */
export async function numbersLeft(
  ctx: Ctx,
  { serviceId, customerId, wanted }: Wanted,
): Promise<{ left: number; service: string }> {
  const call: Call = { ctx, serviceId, customerId, wanted }
  const found = await (isAlone(ctx) ? answerAll([call]).then(([one]) => one) : ask(call))
  const { code, name, nameEn, left } = found ?? failMissing()
  return {
    left: Math.min(left, wanted),
    service: `${code} ${ctx.lang === 'en_US' ? (nameEn ?? name) : name}`,
  }
}

/** A transaction counts what it changed itself. */
const isAlone = (ctx: Ctx) => openTransaction() !== null || isTx(ctx)

/** Price questions come many at once: those that wait go together in one statement. */
function ask(call: Call): Promise<Left | undefined> {
  const { deps, principal } = call.ctx
  const known = questions.of(deps)
  const question = known.get(principal.tenantId) ?? batchCalls(BATCH, answerAll)
  known.set(principal.tenantId, question)
  return question(call)
}

async function answerAll(calls: readonly Call[]): Promise<readonly (Left | undefined)[]> {
  const keyOf = ({ serviceId, customerId, wanted }: Wanted) =>
    `${serviceId} ${customerId} ${wanted}`
  const different = new Map(calls.map((call) => [keyOf(call), call]))
  const keys = [...different.keys()]
  const asked = [...different.values()]
  const { ctx } = asked[0]!
  const system = asSystem(ctx, ctx.principal.tenantId)
  const found = await sql<Left>`select a.n::int, s.code, s.name, s.name_en,
      (case when s.number_source = ${NUMBER_SOURCES.pools} then 0 else
        (select coalesce(sum(least(a.wanted, g.end_no - g.next_no + 1)), 0)
          from ${system.rows('numberSegment').as('g')}
          where g.service_id = s.id and g.status = '1' and g.next_no <= g.end_no
            and (g.customer_id = a.customer or g.customer_id is null)) end
      + case when s.number_source = ${NUMBER_SOURCES.segments} then 0 else
        (select count(*) from (select 1
          from ${system.rows('numberPoolNumber').as('n')}
            join ${system.rows('numberPool').as('p')} on p.id = n.pool_id
          where p.service_id = s.id and p.status = '1' and n.state = ${FREE}
            and (p.customer_id = a.customer or p.customer_id is null)
          limit a.wanted) as counted) end)::float8 as left
    from unnest((select ${asked.map((one) => one.serviceId)}::bigint[]),
      (select ${asked.map((one) => one.customerId)}::bigint[]),
      (select ${asked.map((one) => one.wanted)}::bigint[]))
      with ordinality as a(service, customer, wanted, n)
    join ${system.rows('deliveryService').as('s')} on s.id = a.service`.execute(ctx.db)
  const byKey = new Map(found.rows.map((row) => [keys[row.n - 1], row]))
  return calls.map((call) => byKey.get(keyOf(call)))
}
