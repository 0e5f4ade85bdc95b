import { sql } from 'kysely'
import type { channelDesk } from '#contracts/commercial/channel-desk.ts'
import { channels } from '#contracts/commercial/channels.ts'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { nameIn } from '#server/kit/db/name-in.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { failMissing } from '#server/kit/http/errors.ts'
import { copyRows } from '#server/kit/resource/copy-rows.ts'
import { mapDbErrors } from '#server/kit/resource/resource-write.ts'

type Calls = typeof channelDesk

/** Services that go by a channel. */
export async function usesOfChannel(
  ctx: Ctx,
  { id }: In<Calls['uses']>,
): Promise<Out<Calls['uses']>> {
  const known = await sql`select 1 from ${ctx.rows('channel').as('c')}
    where c.id = ${id}`.execute(ctx.db)
  if (known.rows.length === 0) failMissing()
  const found = await sql<{
    id: string
    code: string
    name: string
    enabled: boolean
  }>`select s.id, s.code, ${nameIn(ctx.lang, 's.name')} as name, s.iz_enable as enabled
    from ${ctx.rows('deliveryService').as('s')}
    where s.channel_id = ${id} order by s.code`.execute(ctx.db)
  return { services: found.rows }
}

/** A channel with all its columns under another code; it is not in use. */
export function copyChannel(
  ctx: Ctx,
  { id, code, name, nameEn }: In<Calls['copy']>,
): Promise<Out<Calls['copy']>> {
  return inTx(ctx, async (tx) => {
    const copies = await mapDbErrors(channels, { code }, () =>
      copyRows(tx, 'channel', {
        where: sql`r.id = ${id}`,
        change: { code, name, name_en: nameEn || null, enabled: false },
      }),
    )
    const to = copies.get(id) ?? failMissing()
    await tx.audit('channel', to, 'add', null, { code, name, copyOf: id })
    return { id: to }
  })
}
