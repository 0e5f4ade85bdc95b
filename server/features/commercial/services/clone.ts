import { sql } from 'kysely'
import { deliveryServices } from '#contracts/commercial/delivery-services.ts'
import type { serviceDesk } from '#contracts/commercial/services.ts'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { copyPools, copySegments } from '#server/features/commercial/numbers/index.ts'
import { copyTables } from '#server/features/commercial/prices/index.ts'
import { copyZones } from '#server/features/commercial/rating/index.ts'
import { copyRouting } from '#server/features/commercial/routing/index.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { failMissing } from '#server/kit/http/errors.ts'
import { copyRows } from '#server/kit/resource/copy-rows.ts'
import { mapDbErrors } from '#server/kit/resource/resource-write.ts'

/**
 * A service once more with all that makes it: limits, customers by choice, weight rule, zones with
 * their days, price tables and surcharges as drafts, number segments as drafts, number pools without
 * numbers, routing, label. It is not enabled.
 */
export function cloneService(
  ctx: Ctx,
  { id, code, name, nameEn, customers = false }: In<typeof serviceDesk.clone>,
): Promise<Out<typeof serviceDesk.clone>> {
  return inTx(ctx, async (tx) => {
    const found = await sql<{ feeId: string | null; restricted: boolean }>`select s.fee_id,
        s.restricted or exists (select 1 from ${tx.rows('serviceCustomer').as('a')}
          where a.service_id = s.id) as restricted
      from delivery_service as s
      where ${tx.rows('deliveryService').where('s')} and s.id = ${id} for share of s`.execute(tx.db)
    const source = found.rows[0] ?? failMissing()
    const copies = await mapDbErrors(deliveryServices, { code }, () =>
      copyRows(tx, 'deliveryService', {
        where: sql`r.id = ${id}`,
        change: {
          code,
          name,
          name_en: nameEn ?? null,
          fee_id: null,
          iz_enable: false,
          restricted: source.restricted,
        },
      }),
    )
    const to = copies.get(id) ?? failMissing()
    await copyRows(tx, 'serviceRule', {
      where: sql`r.service_id = ${id}`,
      change: { service_id: to },
    })
    if (customers)
      await sql`insert into service_customer (tenant_id, service_id, customer_id)
        select a.tenant_id, ${to}::bigint, a.customer_id
        from ${tx.rows('serviceCustomer').as('a')} where a.service_id = ${id}`.execute(tx.db)
    const zones = await copyZones(tx, id, to)
    const tables = await copyTables(tx, { from: id, to, code, zones, customers })
    const feeId = source.feeId === null ? null : (tables.get(source.feeId) ?? null)
    if (feeId !== null)
      await sql`update delivery_service as s set fee_id = ${feeId}
        where ${tx.rows('deliveryService').where('s')} and s.id = ${to}`.execute(tx.db)
    await copyPools(tx, { from: id, to, code, customers })
    await copyRouting(tx, id, to)
    const left = await copySegments(tx, { from: id, to, code, customers })
    await tx.audit('delivery_service', to, 'add', null, { code, name, copyOf: id })
    return { id: to, left }
  })
}
