import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { channelHealth } from '#contracts/orders/channel-health.ts'
import {
  chooseSources,
  labelSources,
  type CalledSource,
} from '#server/features/orders/label-sources/index.ts'
import { testLabel } from '#server/features/orders/labels/index.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { failMissing } from '#server/kit/http/errors.ts'
import { translate } from '#server/kit/http/texts.ts'

interface Answer {
  ok: boolean
  answer: string
  label: Buffer | null
}

/** Asks the source of a channel, outside transactions, and keeps what it answered and how long it took. */
export async function testChannel(
  ctx: Ctx,
  { id }: In<typeof channelHealth.test>,
): Promise<Out<typeof channelHealth.test>> {
  const source = await sourceOf(ctx, id)
  const began = performance.now()
  const { ok, answer, label } =
    source.kind === 'drawn' ? await drawSample(ctx) : await askAbsent(ctx, source)
  const ms = Math.round(performance.now() - began)
  await inTx(ctx, async (tx) => {
    const saved = await sql<{ id: string }>`insert into channel_test (tenant_id, channel_id, source,
        ok, answer, ms, create_by)
      values (${tx.principal.tenantId}, ${id}, ${source.code}, ${ok}, ${answer}, ${ms},
        ${tx.principal.username}) returning id`.execute(tx.db)
    await tx.audit('channel_test', saved.rows[0]!.id, 'add', null, {
      channelId: id,
      source: source.code,
      ok,
      answer,
      ms,
    })
  })
  return { ok, source: source.code, answer, ms, label: label?.toString('base64') ?? null }
}

/** The source a channel names, else the one its first service gets. */
async function sourceOf(ctx: Ctx, id: string) {
  const found = await sql<{ adapter: string | null }>`select c.adapter
    from ${ctx.rows('channel').as('c')} where c.id = ${id}`.execute(ctx.db)
  const { adapter } = found.rows[0] ?? failMissing()
  const { own, called } = labelSources.of(ctx.deps)
  const named = [own, ...called].find(({ code }) => code === adapter)
  if (named) return named
  const services = await sql<{ id: string; code: string; courierCode: string | null }>`select s.id,
      s.code, o.code as courier_code
    from ${ctx.rows('deliveryService').as('s')}
      join ${ctx.rows('channel').as('c')} on c.id = s.channel_id
      left join ${ctx.rows('courier').as('o')} on o.id = c.courier_id
    where s.channel_id = ${id} order by s.id limit 1`.execute(ctx.db)
  const [service] = services.rows
  return service ? ((await chooseSources(ctx, [service])).get(service.id) ?? own) : own
}

async function drawSample(ctx: Ctx): Promise<Answer> {
  const label = await testLabel()
  const answer = translate(ctx.lang, 'channels', 'test.drawn', { bytes: label.length })
  return { ok: true, answer, label }
}

/** A label nothing was asked for: a source that works answers that there is none. */
async function askAbsent(ctx: Ctx, source: CalledSource): Promise<Answer> {
  const key = `${ctx.principal.tenantId}-0`
  const worded = (name: string, data: Record<string, unknown> = {}) =>
    translate(ctx.lang, 'channels', name, data)
  try {
    const signal = AbortSignal.timeout(source.patienceMs)
    const answers = await Promise.race([
      source.find(ctx, [key], signal),
      new Promise<null>((resolve) => signal.addEventListener('abort', () => resolve(null))),
    ])
    if (answers === null)
      return { ok: false, answer: worded('test.late', { ms: source.patienceMs }), label: null }
    const found = answers.get(key)
    if (!found) return { ok: false, answer: worded('test.silent'), label: null }
    return { ok: true, answer: worded('test.answered', { state: found.state }), label: null }
  } catch (error) {
    const reason = error instanceof Error ? error.message.slice(0, 300) : String(error)
    return { ok: false, answer: worded('test.failed', { reason }), label: null }
  }
}
