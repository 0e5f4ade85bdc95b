import type { ClientBase } from 'pg'
import { put } from './put.ts'
import { PRICES_FROM, SERVICES } from './services.ts'

/** Cells and surcharges of fees that are new here. */
export async function seedPrices(
  client: ClientBase,
  tenantId: string,
  fees: ReadonlySet<string>,
): Promise<void> {
  const fresh = SERVICES.filter(({ fee }) => fees.has(fee.code))
  const priced = `join fee f on f.tenant_id = $1 and f.code = r.fee
     join fee_version v on v.tenant_id = $1 and v.fee_id = f.id`
  await put(
    client,
    tenantId,
    fresh.flatMap(({ code, fee }) =>
      fee.cells.map((cell) => ({ ...cell, service: code, fee: fee.code })),
    ),
    'service text, fee text, zone text, "upTo" int, price bigint, step int, "stepPrice" bigint, "minPrice" bigint',
    `insert into fee_cell (tenant_id, fee_id, version_id, partition_id, up_to, price, step,
        step_price, min_price, create_by)
     select $1, f.id, v.id, p.id, r."upTo", r.price, r.step, r."stepPrice", r."minPrice", 'system'
     from $rows ${priced}
     join delivery_service s on s.tenant_id = $1 and s.code = r.service
     join delivery_partition p on p.tenant_id = $1 and p.service_id = s.id and p.code = r.zone`,
  )
  await put(
    client,
    tenantId,
    fresh.flatMap(({ fee }) =>
      fee.surcharges.map((surcharge) => ({ ...surcharge, fee: fee.code })),
    ),
    'fee text, name text, "nameEn" text, "tradeItem" text, kind text, amount bigint, "rateBp" int, applies text, threshold int',
    `insert into surcharge (tenant_id, fee_id, version_id, name, name_en, trade_item, kind, amount,
        rate_bp, applies, threshold, valid_from, create_by)
     select $1, f.id, v.id, r.name, r."nameEn", r."tradeItem", r.kind, r.amount, r."rateBp", r.applies,
       r.threshold, '${PRICES_FROM}', 'system'
     from $rows ${priced}`,
  )
}
