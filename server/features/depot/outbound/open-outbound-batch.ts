import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { OutboundDetail, outBatches } from '#contracts/depot/outbound.ts'
import { nextSerialNumbers } from '#server/kit/db/serial-numbers.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { failFields } from '#server/kit/http/errors.ts'
import { nameIn } from '#server/kit/db/name-in.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { readOutboundBatch } from './read-outbound-batch.ts'

/**
 * A number printed on pallets beforehand; ours look alike, so both sort together (wire.md
 * §14.2).
 */
const OWN_NO = /^OB\d{1,18}$/

/**
 * Opens a batch at a depot for one or several channels. Without a number of its own it gets the
 * next free one.
 */
export function openOutboundBatch(
  ctx: Ctx,
  { depotId, channelIds, no, remark }: In<typeof outBatches.add>,
): Promise<OutboundDetail> {
  return inTx(ctx, async (tx) => {
    const channels = [...new Set(channelIds)]
    await checkPlaces(tx, depotId, channels)
    const id = await insert(tx, depotId, no?.toUpperCase(), remark ?? null)
    await sql`insert into out_batch_channel (tenant_id, batch_id, channel_id)
      select ${tx.principal.tenantId}, ${id}, x from unnest(${channels}::bigint[]) as x`.execute(
      tx.db,
    )
    const stored = await readOutboundBatch(tx, { id })
    await tx.audit('out_batch', id, 'add', null, {
      no: stored.no,
      depot: stored.depotCode,
      channels: stored.channels.map((channel) => channel.name),
    })
    return stored
  })
}

export async function outboundDepots(ctx: Ctx): Promise<Out<typeof outBatches.depots>> {
  const { depotIds } = ctx.principal
  const found = await sql<{
    id: string
    code: string
    name: string
  }>`select d.id, d.code, ${nameIn(ctx.lang, 'd.name')} as name
    from ${ctx.rows('depot').as('d')}
    where d.enabled and (${depotIds === null} or d.id = any(${[...(depotIds ?? [])]}::bigint[]))
    order by d.code`.execute(ctx.db)
  return found.rows
}

export async function outboundChannels(ctx: Ctx): Promise<Out<typeof outBatches.channels>> {
  const found = await sql<{
    id: string
    code: string
    name: string
  }>`select h.id, h.code, ${nameIn(ctx.lang, 'h.name')} as name
    from ${ctx.rows('channel').as('h')} where h.enabled order by h.name`.execute(ctx.db)
  return found.rows
}

async function checkPlaces(tx: Tx, depotId: string, channelIds: readonly string[]): Promise<void> {
  const depot = await sql`select 1
      from ${tx.rows('depot').as('d')} where d.id = ${depotId} and d.enabled`.execute(tx.db)
  if (
    depot.rows.length === 0 ||
    (tx.principal.depotIds && !tx.principal.depotIds.includes(depotId))
  )
    failFields([{ path: 'depotId', code: 'field.ref' }])
  const known = await sql`select 1
      from ${tx.rows('channel').as('c')} where c.id = any(${channelIds}::bigint[])
        and c.enabled`.execute(tx.db)
  if (known.rows.length !== channelIds.length)
    failFields([{ path: 'channelIds', code: 'field.ref' }])
}

async function insert(
  tx: Tx,
  depotId: string,
  own: string | undefined,
  remark: string | null,
): Promise<string> {
  if (own !== undefined && !OWN_NO.test(own)) failFields([{ path: 'no', code: 'outBatch.no' }])
  // A number given by hand may lie ahead of ours: then ours steps over it.
  for (let tries = 0; tries < 20; tries++) {
    const no = own ?? (await nextSerialNumbers(tx, 'out_batch', 'OB', 1))[0]!
    const done = await sql<{
      id: string
    }>`insert into out_batch (tenant_id, no, depot_id, remark, create_by)
      values (${tx.principal.tenantId}, ${no}, ${depotId}, ${remark}, ${tx.principal.username})
      on conflict (tenant_id, no) do nothing returning id`.execute(tx.db)
    if (done.rows[0]) return done.rows[0].id
    if (own !== undefined) break
  }
  failFields([{ path: 'no', code: 'field.duplicate' }])
}
