import { AsyncResource } from 'node:async_hooks'
import { shipmentAdded } from '#contracts/orders/shipments.events.ts'
import { sql } from 'kysely'
import pino from 'pino'
import { beforeAll, describe, expect, test } from 'vitest'
import { makeOrder } from '#test/orders.ts'
import { useWorld } from '#test/harness.ts'
import { makeCtx, systemPrincipal } from '../access/ctx.ts'
import { inTx } from './tx.ts'

const world = useWorld()
const ctx = () =>
  makeCtx({
    requestId: 'test-log',
    lang: 'en_US',
    log: pino({ level: 'silent' }),
    deps: world().deps,
    http: null,
    executor: world().db.kysely,
    principal: systemPrincipal(world().tenantId, { username: 'tester' }),
  })
const logged = async (table: string, id: string) =>
  (
    await world().db.pool.query<{
      action: string
      actor: string
      diff: Record<string, unknown[]>
      requestId: string
      version: number | null
    }>(
      `select action, actor, diff, version, request_id as "requestId" from data_log
        where tenant_id = $1 and table_name = $2 and row_id = $3 order by id`,
      [world().tenantId, table, id],
    )
  ).rows

describe('the data log', () => {
  test('has one row per change, with who, what, and the request it came by', async () => {
    const staff = await world().as('manager')
    const added = await staff.post('/erp/supplier/add', {
      code: 'LOG-1',
      name: 'Logged',
      currency: 'EUR',
    })
    const row = added.result as { id: string; version: number }
    const edited = await staff.put('/erp/supplier/edit', { ...row, name: 'Logged twice' })
    await staff.put('/erp/supplier/edit', { ...row, name: 'stale' })
    await staff.delete('/erp/supplier/delete', { id: row.id })
    const rows = await logged('supplier', row.id)
    expect(rows.map(({ action, actor, requestId }) => [action, actor, requestId])).toEqual([
      ['add', world().username('manager'), added.requestId],
      ['edit', world().username('manager'), edited.requestId],
      ['delete', world().username('manager'), expect.any(String)],
    ])
    expect(rows[1]?.diff).toEqual({ name: ['Logged', 'Logged twice'] })
    expect(rows[1]?.version).toBe(2)
  })

  test('has nothing of what was rolled back', async () => {
    const failed = inTx(ctx(), async (tx) => {
      await sql`insert into supplier (tenant_id, code, name)
        values (${tx.principal.tenantId}, 'LOG-2', 'Never')`.execute(tx.db)
      await tx.audit('supplier', 'rolled-back', 'add', null, { name: 'Never' })
      await tx.emit(shipmentAdded, { shipmentIds: ['rolled-back'] })
      throw new Error('changed our mind')
    })
    await expect(failed).rejects.toThrow('changed our mind')
    expect(await logged('supplier', 'rolled-back')).toEqual([])
    expect(
      (
        await world().db.pool.query(
          `select 1 from graphile_worker._private_jobs where payload::text like '%rolled-back%'`,
        )
      ).rowCount,
    ).toBe(0)
  })

  test('is in the transaction of the change: one is not seen without the other', async () => {
    // As another caller: outside the transaction.
    const lookOutside = AsyncResource.bind(logged)
    await inTx(ctx(), async (tx) => {
      const made = await sql<{
        id: string
      }>`insert into supplier (tenant_id, code, name)
        values (${tx.principal.tenantId}, 'LOG-3', 'Soon') returning id`.execute(tx.db)
      const { id } = made.rows[0]!
      await tx.audit('supplier', id, 'add', null, { name: 'Soon' })
      expect(await lookOutside('supplier', id)).toEqual([])
    })
    expect(
      (
        await world().db.pool.query(
          `select 1 from supplier s
            join data_log l on l.tenant_id = s.tenant_id and l.row_id = s.id::text
              and l.table_name = 'supplier' where s.tenant_id = $1 and s.code = 'LOG-3'`,
          [world().tenantId],
        )
      ).rowCount,
    ).toBe(1)
  })

  test('follows an order through its life', async () => {
    const order = await makeOrder(world(), await world().as('customer'), { confirm: true })
    const rows = await logged('shipment', order.id)
    expect(rows.map(({ action }) => action)[0]).toBe('add')
    expect(rows.length + (await logged('parcel', order.parcels[0]!.id)).length).toBeGreaterThan(1)
  })
})

describe('what was logged', () => {
  beforeAll(async () => {
    await world().db.pool.query(
      `insert into op_log (tenant_id, log_type, content) values ($1, 2, 'something')`,
      [world().tenantId],
    )
  })
  test.each(['data_log', 'op_log'])(
    'cannot be changed, taken out or emptied: %s',
    async (table) => {
      for (const statement of [
        `update ${table} set tenant_id = 0 where tenant_id = ${world().tenantId}`,
        `delete from ${table} where tenant_id = ${world().tenantId}`,
        `truncate ${table}`,
      ]) {
        await expect(world().db.pool.query(statement), statement).rejects.toMatchObject({
          code: '42501',
        })
      }
    },
  )
})
