import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { tradeAsked } from '#contracts/money/trades.events.ts'
import type { QuestionState, tradeQuestions } from '#contracts/money/trade-questions.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { fail, failConflict, failMissing } from '#server/kit/http/errors.ts'

type Thread = Out<typeof tradeQuestions.write>

/** As many texts as one thread takes. */
const TEXTS = 200

/** The states of lines that were asked about, those within the caller's reach. */
export async function questionStates(
  ctx: Ctx,
  { ids }: In<typeof tradeQuestions.states>,
): Promise<Record<string, QuestionState>> {
  const found = await sql<{ tradeId: string; state: QuestionState }>`select q.trade_id, q.state
    from ${ctx.rows('tradeQuestion').as('q')}
    where q.trade_id = any(${ids}::bigint[])`.execute(ctx.db)
  return Object.fromEntries(found.rows.map(({ tradeId, state }) => [tradeId, state]))
}

export async function readThread(
  ctx: Ctx,
  { id }: In<typeof tradeQuestions.thread>,
): Promise<Thread | null> {
  await tradeOf(ctx, id)
  const found = await sql<{ state: QuestionState; version: number }>`select q.state, q.version
    from ${ctx.rows('tradeQuestion').as('q')} where q.trade_id = ${id}`.execute(ctx.db)
  const question = found.rows[0]
  if (!question) return null
  const texts = await sql<{
    id: string
    ofStaff: boolean
    by: string
    text: string
    createTime: string
  }>`select x.id, x.of_staff, x.by_name as by, x.text, x.create_time
    from ${ctx.rows('tradeQuestionText').as('x')}
    where x.trade_id = ${id} order by x.id`.execute(ctx.db)
  return {
    ...question,
    texts: texts.rows.map((row) => ({
      ...row,
      createTime: new Date(row.createTime).toISOString(),
    })),
  }
}

interface Trade {
  id: string
  customerId: string
  userId: string | null
  shipmentNo: string | null
  money: string
  currency: string
}
async function tradeOf(ctx: Ctx, id: string): Promise<Trade> {
  const found = await sql<Trade>`select t.id, t.customer_id, t.user_id, t.shipment_no, t.money,
      t.currency
    from ${ctx.rows('trade').as('t')} where t.id = ${id}`.execute(ctx.db)
  return found.rows[0] ?? failMissing()
}

/** Staff answer by their own right, a customer's users ask by theirs. */
const isStaff = (ctx: Ctx): boolean => ctx.principal.customerId === null

/** The other side is waited for where this one asks; its own question is answered by the other. */
export async function writeQuestion(
  ctx: Ctx,
  { id, text }: In<typeof tradeQuestions.write>,
): Promise<Thread> {
  const trade = await tradeOf(ctx, id)
  await inTx(ctx, async (tx) => {
    const ofStaff = isStaff(tx)
    const { tenantId, username, userId, realname } = tx.principal
    // The first to ask makes the thread; two at once come one after the other.
    await sql`insert into trade_question (tenant_id, trade_id, state, asked_by_staff, create_by)
      values (${tenantId}, ${id}, 'closed', ${ofStaff}, ${username})
      on conflict do nothing`.execute(tx.db)
    const before = await lockThread(tx, id)
    const answers = before.state === 'open' && before.askedByStaff !== ofStaff
    const after = {
      state: answers ? 'answered' : 'open',
      askedByStaff: answers ? before.askedByStaff : ofStaff,
    }
    const count = await sql<{ n: number }>`select count(*)::int as n
      from ${tx.rows('tradeQuestionText').as('x')} where x.trade_id = ${id}`.execute(tx.db)
    if (count.rows[0]!.n >= TEXTS) fail('trade.questionFull')
    const made = await sql<{ id: string }>`insert into trade_question_text (tenant_id, trade_id,
        of_staff, user_id, by_name, text, create_by)
      values (${tenantId}, ${id}, ${ofStaff}, ${userId}, ${realname || username}, ${text},
        ${username})
      returning id`.execute(tx.db)
    await sql`update trade_question as q set state = ${after.state},
        asked_by_staff = ${after.askedByStaff}, version = q.version + 1, update_by = ${username},
        update_time = now()
      where ${tx.rows('tradeQuestion').where('q')} and q.id = ${before.id}`.execute(tx.db)
    await tx.audit('trade_question', before.id, 'edit', before, { ...before, ...after, text })
    await tx.emit(tradeAsked, {
      id: made.rows[0]!.id,
      tradeId: id,
      customerId: trade.customerId,
      userId: trade.userId,
      ofStaff,
      label: trade.shipmentNo ?? '',
      text: text.slice(0, 200),
    })
  })
  return (await readThread(ctx, { id }))!
}

export async function closeQuestion(
  ctx: Ctx,
  { id, version }: In<typeof tradeQuestions.close>,
): Promise<Thread> {
  await inTx(ctx, async (tx) => {
    const before = await lockThread(tx, id)
    if (before.version !== version) failConflict('row.stale', await readThread(tx, { id }))
    if (before.state === 'closed') return
    await sql`update trade_question as q set state = 'closed', version = q.version + 1,
        update_by = ${tx.principal.username}, update_time = now()
      where ${tx.rows('tradeQuestion').where('q')} and q.id = ${before.id}`.execute(tx.db)
    await tx.audit('trade_question', before.id, 'edit', before, { ...before, state: 'closed' })
  })
  return (await readThread(ctx, { id }))!
}

interface Stored {
  id: string
  state: QuestionState
  askedByStaff: boolean
  version: number
}
async function lockThread(tx: Tx, tradeId: string): Promise<Stored> {
  const found = await sql<Stored>`select q.id, q.state, q.asked_by_staff, q.version
    from trade_question as q where ${tx.rows('tradeQuestion').where('q')}
      and q.trade_id = ${tradeId} for update`.execute(tx.db)
  return found.rows[0] ?? failMissing()
}
