import { sql } from 'kysely'
import type { zones } from '#contracts/commercial/zones/zones.ts'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { isValidOn } from '#server/features/commercial/rating/index.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { fail } from '#server/kit/http/errors.ts'
import { insertRows, lockService } from './save-sheet.ts'
import { serviceById, zonesOf } from './zone-sheet.ts'
import { businessDay } from '#server/kit/db/business-day.ts'
import { zoneRowsOf } from './zone-rows.ts'

/** The zones of another service, as they are today; a service that has zones keeps them. */
export function cloneZones(
  ctx: Ctx,
  { fromServiceId, toServiceId }: In<typeof zones.clone>,
): Promise<Out<typeof zones.clone>> {
  return inTx(ctx, async (tx) => {
    await serviceById(tx, fromServiceId)
    await lockService(tx, toServiceId)
    if ((await zonesOf(tx, toServiceId)).length > 0) fail('zone.hasZones')
    const source = await zonesOf(tx, fromServiceId)
    if (source.length === 0) fail('zone.nothingToClone')
    const made = await sql<{ id: string; code: string }>`insert into delivery_partition
        (tenant_id, service_id, code, name, name_en, transit_min, transit_max, remark, create_by)
      select p.tenant_id, ${toServiceId}, p.code, p.name, p.name_en, p.transit_min, p.transit_max,
        p.remark, ${tx.principal.username}
      from ${tx.rows('deliveryPartition').as('p')} where p.service_id = ${fromServiceId}
      order by p.id returning id, code`.execute(tx.db)
    const byCode = new Map(made.rows.map(({ id, code }) => [code, id]))
    const today = await businessDay(tx)
    const rows = (await zoneRowsOf(tx, fromServiceId))
      .filter((row) => isValidOn(row, today))
      .map((row) => ({ ...row, partitionId: byCode.get(row.partitionCode)! }))
    await insertRows(tx, rows, null)
    await tx.auditMany(
      'delivery_partition',
      'add',
      made.rows.map(({ id, code }) => ({
        id,
        before: null,
        after: { serviceId: toServiceId, code, from: fromServiceId },
      })),
    )
    return { zones: made.rows.length, rows: rows.length }
  })
}
