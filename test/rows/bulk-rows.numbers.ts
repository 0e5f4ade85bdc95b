import { MISSING, twice, type RowsByHand } from './bulk-rows.shape.ts'
import type { Client, World } from '../harness.ts'

/** Rows for the bulk calls on numbers, their segments, prices to come and customers' codes at depots. */
export async function numberRows(world: World, admin: Client): Promise<RowsByHand> {
  const { pool } = world.db
  const { rows } = await pool.query<{ id: string }>(
    `select id from delivery_service where tenant_id = $1 and code = 'ECO-PARCEL'`,
    [world.tenantId],
  )
  const serviceId = rows[0]!.id
  let count = 0
  const added = async (path: string, body: object): Promise<string> => {
    const answer = await admin.post(path, body)
    if (!answer.success)
      throw new Error(`${path}: ${answer.message} ${JSON.stringify(answer.result)}`)
    return (answer.result as { id: string }).id
  }
  const poolId = await added('/erp/numberPool/add', {
    code: `BULK${world.tenantId}`,
    serviceId,
    status: '1',
  })
  const number = async (state: number): Promise<string> => {
    const made = await pool.query<{ id: string }>(
      `insert into number_pool_number (tenant_id, pool_id, number, state)
        values ($1, $2, $3, $4) returning id`,
      [world.tenantId, poolId, `BULK${world.tenantId}N${++count}`, state],
    )
    return made.rows[0]!.id
  }
  const segment = (status: string): Promise<string> =>
    added('/erp/numberSegment/add', {
      code: `BULK${world.tenantId}-${++count}`,
      serviceId,
      scheme: 'CUSTOM',
      prefix: `BK${world.tenantId}N${count}N`,
      suffix: '',
      checkRule: 'none',
      startNo: 0,
      endNo: 99,
      status,
    })
  const userDepot = async (customerId: string, depotId?: string): Promise<string> => {
    const made = await pool.query<{ id: string }>(
      `with d as (insert into depot (tenant_id, code, name, depot_type, country, city, time_zone)
          select $1::bigint, 'BULK' || $3::int, 'Bulk', '1', 'DE', 'Kassel', 'UTC'
          where $4::bigint is null returning id)
        insert into user_depot (tenant_id, customer_id, depot_id, depot_code)
        select $1::bigint, $2::bigint, coalesce($4::bigint, (select id from d)), 'BULK' || $3::int
        returning id`,
      [world.tenantId, customerId, ++count, depotId ?? null],
    )
    return made.rows[0]!.id
  }
  /** A price version that counts from next month on. */
  const scheduled = async (): Promise<string> => {
    const made = await pool.query<{ id: string }>(
      `with f as (insert into fee (tenant_id, code, name, currency, valid_from, status)
          values ($1, 'BULK-F' || $2::int, 'Bulk', 'EUR', '2024-01-01', '1') returning id)
        insert into fee_version (tenant_id, fee_id, version_no, valid_from, published_at)
        select $1, f.id, 1, now() + interval '30 days', now() from f returning id`,
      [world.tenantId, ++count],
    )
    return made.rows[0]!.id
  }
  return {
    '/erp/fee/raise': async () => ({ ...(await twice(scheduled)), ...MISSING }),
    '/erp/userDepot/move': async () => {
      const bad = await userDepot(world.customerId)
      const { rows: at } = await pool.query<{ id: string }>(
        'select depot_id as id from user_depot where tenant_id = $1 and id = $2',
        [world.tenantId, bad],
      )
      await userDepot(world.otherCustomerId, at[0]!.id)
      return {
        ...(await twice(() => userDepot(world.customerId))),
        bad,
        code: 'userDepot.hasOne',
        more: { customerId: world.otherCustomerId },
      }
    },
    '/erp/numberPool/void': async () => ({
      ...(await twice(() => number(0))),
      bad: await number(2),
      code: 'poolNumber.notVoidable',
    }),
    '/erp/numberPool/release': async () => ({
      ...(await twice(() => number(1))),
      bad: await number(3),
      code: 'poolNumber.neverAgain',
    }),
    '/erp/numberSegment/activate': async () => ({
      ...(await twice(() => segment('0'))),
      bad: await segment('1'),
      code: 'segment.isActive',
    }),
    '/erp/numberSegment/close': async () => ({
      ...(await twice(() => segment('1'))),
      ...MISSING,
    }),
  }
}
