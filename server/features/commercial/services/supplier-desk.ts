import { sql } from 'kysely'
import { versionState } from '#contracts/commercial/fee-versions.ts'
import type { supplierDesk } from '#contracts/commercial/supplier-desk.ts'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { nameIn } from '#server/kit/db/name-in.ts'
import { failMissing } from '#server/kit/http/errors.ts'
import { now } from '#server/kit/runtime/clock.ts'

type Calls = typeof supplierDesk

async function requireSupplier(ctx: Ctx, id: string): Promise<void> {
  const found = await sql`select 1 from ${ctx.rows('supplier').as('s')}
    where s.id = ${id}`.execute(ctx.db)
  if (found.rows.length === 0) failMissing()
}

/** Channels of a supplier, and the services that go by them. */
export async function usesOfSupplier(
  ctx: Ctx,
  { id }: In<Calls['uses']>,
): Promise<Out<Calls['uses']>> {
  await requireSupplier(ctx, id)
  const channels = await sql<{
    id: string
    code: string
    name: string
    enabled: boolean
  }>`select c.id, c.code, ${nameIn(ctx.lang, 'c.name')} as name, c.enabled
    from ${ctx.rows('channel').as('c')} where c.supplier_id = ${id} order by c.code`.execute(ctx.db)
  const services = await sql<{
    id: string
    code: string
    name: string
    channel: string
    enabled: boolean
  }>`select s.id, s.code, ${nameIn(ctx.lang, 's.name')} as name, c.code as channel,
      s.iz_enable as enabled
    from ${ctx.rows('deliveryService').as('s')}
      join ${ctx.rows('channel').as('c')} on c.id = s.channel_id
    where c.supplier_id = ${id} order by s.code`.execute(ctx.db)
  return { channels: channels.rows, services: services.rows }
}

/** Cost tables of a supplier with the versions that are not over. */
export async function costTablesOf(
  ctx: Ctx,
  { id }: In<Calls['costTables']>,
): Promise<Out<Calls['costTables']>> {
  await requireSupplier(ctx, id)
  const found = await sql<{
    id: string
    code: string
    name: string
    currency: string
    status: string
    service: string | null
    versions: { id: string; versionNo: number; validFrom: string | null; validTo: string | null }[]
  }>`select f.id, f.code, ${nameIn(ctx.lang, 'f.name')} as name, f.currency, f.status,
      (select s.code from ${ctx.rows('deliveryService').as('s')}
        where s.id = f.service_id) as service,
      (select coalesce(json_agg(json_build_object('id', v.id::text, 'versionNo', v.version_no,
          'validFrom', v.valid_from, 'validTo', v.valid_to) order by v.version_no desc), '[]')
        from ${ctx.rows('feeVersion').as('v')}
        where v.fee_id = f.id and (v.valid_to is null or v.valid_to > now())) as versions
    from ${ctx.rows('fee').as('f')}
    where f.supplier_id = ${id} and f.kind = '2' order by f.code`.execute(ctx.db)
  const moment = now()
  return found.rows.map(({ versions, ...table }) => ({
    ...table,
    versions: versions.map(({ validTo, ...version }) => ({
      ...version,
      state: versionState({ validFrom: version.validFrom, validTo }, moment),
    })),
  }))
}
