import type { ClientBase } from 'pg'
import { buildNumber } from '#contracts/commercial/numbers/number-schemes.ts'

/** As the carrier hands them out: a list with gaps, of one prefix, with its check digit. */
const COUNT = 600
const STEP = 3n
const PATTERN = { scheme: 'GLS', prefix: '72', suffix: '' } as const

/**
 * Numbers of a carrier for returns, taken before those of the segment. A number exists once in the
 * installation, so each tenant has a part of the prefix. Safe to repeat.
 */
export async function seedNumberPools(client: ClientBase, tenantId: string): Promise<void> {
  const start = (BigInt(tenantId) % 9_000n) * 100_000n + 4_117n
  const numbers = Array.from({ length: COUNT }, (_, at) =>
    buildNumber(PATTERN, start + BigInt(at) * STEP),
  )
  const { rows } = await client.query<{ id: string }>(
    `insert into number_pool (tenant_id, code, service_id, supplier_id, scheme, low_water, remark,
       create_by)
     select s.tenant_id, 'GLS-RET', s.id, c.supplier_id, 'GLS', 10, $2, 'system'
     from delivery_service s join channel c on c.tenant_id = s.tenant_id and c.id = s.channel_id
     where s.tenant_id = $1 and s.code = 'RET-EU'
     on conflict (tenant_id, code) do nothing returning id`,
    [tenantId, 'GLS 2026'],
  )
  const pool = rows[0]
  if (!pool) return
  await client.query(
    `insert into number_pool_number (tenant_id, pool_id, number)
     select $1, $2, x.number from unnest($3::text[]) with ordinality as x(number, at)
     order by x.at on conflict (number) do nothing`,
    [tenantId, pool.id, numbers],
  )
  await client.query(
    `update delivery_service set number_source = '3' where tenant_id = $1 and code = 'RET-EU'`,
    [tenantId],
  )
}
