import { expect, test } from 'vitest'
import { useWorld } from '#test/harness.ts'
import { sweepTenant } from './sweep-logs.ts'
import { systemCtx } from './tracking.fixture.ts'

const world = useWorld()

test('pushes that were read are kept for the days their courier names, those to be read for ever', async () => {
  const { pool } = world().db
  const { tenantId } = world()
  const admin = await world().as('tenantAdmin')
  const found = await admin.get('/erp/courier/list', { code: 'DHL' })
  const [courier] = (found.result as { records: { id: string; code: string }[] }).records
  const whole = await admin.get('/erp/courier/queryById', { id: courier!.id })
  const edit = (keepDays: number) =>
    admin.put('/erp/courier/edit', { ...(whole.result as object), keepDays })
  expect(await edit(3)).toMatchObject({ result: { issues: [{ path: 'keepDays' }] } })
  expect(await edit(10)).toMatchObject({ success: true })
  for (const [at, [code, state, days]] of (
    [
      ['DHL', 'done', 9],
      ['DHL', 'done', 11],
      ['DHL', 'new', 400],
      ['GONE', 'refused', 89],
      ['GONE', 'refused', 91],
    ] as const
  ).entries())
    await pool.query(
      `insert into carrier_push (tenant_id, courier, body_hash, body, state, received_at)
      values ($1, $2, sha256($3::text::bytea), convert_to($3, 'UTF8'), $4, now() - make_interval(days => $5))`,
      [tenantId, code, `sweep${at}`, state, days],
    )
  await sweepTenant(systemCtx(world()))
  const left = await pool.query<{ body: string }>(
    `select convert_from(body, 'UTF8') as body from carrier_push
      where tenant_id = $1 and body like 'sweep%'::bytea order by body`,
    [tenantId],
  )
  expect(left.rows.map(({ body }) => body)).toEqual(['sweep0', 'sweep2', 'sweep3'])
})
