import { sql } from 'kysely'
import type { channelDesk } from '#contracts/commercial/channel-desk.ts'
import { channels } from '#contracts/commercial/channels.ts'
import type { supplierDesk } from '#contracts/commercial/supplier-desk.ts'
import type { Crud } from '#contracts/kit/crud.ts'
import type { DraftOf, RowOf } from '#contracts/kit/entity.ts'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { suppliers } from '#contracts/parties/suppliers.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { fail } from '#server/kit/http/errors.ts'
import { editRow } from '#server/kit/resource/resource-write.ts'

interface Used {
  id: string
  code: string
}
const usedBy = {
  /** Services in use that go by a channel. */
  channel: async (tx: Tx, id: string): Promise<Used[]> =>
    (
      await sql<Used>`select s.id, s.code from ${tx.rows('deliveryService').as('s')}
        where s.channel_id = ${id} and s.iz_enable order by s.code`.execute(tx.db)
    ).rows,
  /** Services in use that go by a channel of a supplier. */
  supplier: async (tx: Tx, id: string): Promise<Used[]> =>
    (
      await sql<Used>`select s.id, s.code from ${tx.rows('deliveryService').as('s')}
        join ${tx.rows('channel').as('c')} on c.id = s.channel_id
        where c.supplier_id = ${id} and s.iz_enable order by s.code`.execute(tx.db)
    ).rows,
}
type Kind = keyof typeof usedBy

async function requireSeen(tx: Tx, kind: Kind, id: string, seen: readonly string[]): Promise<void> {
  const services = await usedBy[kind](tx, id)
  if (services.some((one) => !seen.includes(one.id)))
    fail(`${kind}.stillUsed`, { names: services.map(({ code }) => code).join(', ') })
}

/** What services go by is not taken out of use by the way: `switchOff` does it, with their names. */
export const refuseUsed =
  (kind: Kind) =>
  async (
    tx: Tx,
    draft: DraftOf<typeof channels> | DraftOf<typeof suppliers>,
    before: RowOf<typeof channels> | RowOf<typeof suppliers> | null,
  ): Promise<void> => {
    if (before?.enabled && draft.enabled === false) await requireSeen(tx, kind, before.id, [])
  }

export function switchOffChannel(
  ctx: Ctx,
  { id, version, seen }: In<typeof channelDesk.switchOff>,
): Promise<Out<typeof channelDesk.switchOff>> {
  return inTx(ctx, async (tx) => {
    await requireSeen(tx, 'channel', id, seen)
    const saved = await editRow(tx, channels as Crud, id, version, { enabled: false }, {})
    return { version: saved.version }
  })
}

export function switchOffSupplier(
  ctx: Ctx,
  { id, version, seen, reason }: In<typeof supplierDesk.switchOff>,
): Promise<Out<typeof supplierDesk.switchOff>> {
  return inTx(ctx, async (tx) => {
    await requireSeen(tx, 'supplier', id, seen)
    const draft = { enabled: false, statusReason: reason }
    const saved = await editRow(tx, suppliers as Crud, id, version, draft, {})
    return { version: saved.version }
  })
}
