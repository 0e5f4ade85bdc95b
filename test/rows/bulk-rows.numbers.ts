import { MISSING, twice, type RowsByHand } from './bulk-rows.shape.ts'
import type { Client, World } from '../harness.ts'

/** Rows for the bulk calls on numbers and their segments. */
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
  return {
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
