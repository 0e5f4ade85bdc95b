import { sql } from 'kysely'
import { versionState } from '#contracts/commercial/fee-versions.ts'
import type { serviceDesk } from '#contracts/commercial/services.ts'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { SEE_COSTS } from '#contracts/platform/access/price-permission.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { nameIn } from '#server/kit/db/name-in.ts'
import { failMissing } from '#server/kit/http/errors.ts'
import { now } from '#server/kit/runtime/clock.ts'

interface TableRow {
  id: string
  code: string
  name: string
  cost: boolean
  standard: boolean
  currency: string
  supplier: string | null
  customers: string[]
  status: string
  versions: { id: string; versionNo: number; validFrom: string | null; validTo: string | null }[]
  surcharges: string[]
}

/** The price tables of a service by whom they are for, the standard one first. */
export async function tablesOf(
  ctx: Ctx,
  { id }: In<typeof serviceDesk.tables>,
): Promise<Out<typeof serviceDesk.tables>> {
  const known = await sql`select 1 from ${ctx.rows('deliveryService').as('s')}
    where s.id = ${id}`.execute(ctx.db)
  if (known.rows.length === 0) failMissing()
  const found = await sql<TableRow>`select f.id, f.code, ${nameIn(ctx.lang, 'f.name')} as name,
      f.kind = '2' as cost, s.fee_id is not null as standard, f.currency, f.status,
      (select p.name from ${ctx.rows('supplier').as('p')} where p.id = f.supplier_id) as supplier,
      array(select c.name from ${ctx.rows('feeCustomer').as('a')}
        join ${ctx.rows('customer').as('c')} on c.id = a.customer_id
        where a.fee_id = f.id and a.service_id = ${id} order by c.code) as customers,
      (select coalesce(json_agg(json_build_object('id', v.id::text, 'versionNo', v.version_no,
          'validFrom', v.valid_from, 'validTo', v.valid_to) order by v.version_no desc), '[]')
        from ${ctx.rows('feeVersion').as('v')}
        where v.fee_id = f.id and (v.valid_to is null or v.valid_to > now())) as versions,
      array(select distinct ${nameIn(ctx.lang, 'x.name')} from ${ctx.rows('surcharge').as('x')}
        join ${ctx.rows('feeVersion').as('v')} on v.id = x.version_id
        where v.fee_id = f.id and (v.valid_to is null or v.valid_to > now())) as surcharges
    from ${ctx.rows('fee').as('f')}
    left join ${ctx.rows('deliveryService').as('s')} on s.id = ${id} and s.fee_id = f.id
    where (f.service_id = ${id} or s.id is not null)
      and (f.kind <> '2' or ${ctx.can(SEE_COSTS)})
    order by standard desc, f.kind, f.code`.execute(ctx.db)
  const moment = now()
  return found.rows.map(({ cost, standard, versions, ...table }) => ({
    ...table,
    kind: cost
      ? 'cost'
      : standard
        ? 'standard'
        : table.customers.length > 0
          ? 'customers'
          : 'unused',
    versions: versions.map(({ validTo, ...version }) => ({
      ...version,
      state: versionState({ validFrom: version.validFrom, validTo }, moment),
    })),
  }))
}
