import { sql } from 'kysely'
import pino from 'pino'
import { beforeAll, describe, expect, test } from 'vitest'
import { useWorld } from '#test/harness.ts'
import { makeCtx, systemPrincipal, type Tx } from '../access/ctx.ts'
import { fail, Refusal } from '../http/errors.ts'
import { change, changeMany } from './change.ts'
import { inTx } from './tx.ts'

const world = useWorld()
const ctx = (tenantId = world().tenantId) =>
  makeCtx({
    requestId: 'test-change',
    lang: 'en_US',
    log: pino({ level: 'silent' }),
    deps: world().deps,
    http: null,
    executor: world().db.kysely,
    principal: systemPrincipal(tenantId, { username: 'tester' }),
  })
const within = <R>(work: (tx: Tx) => Promise<R>) => inTx(ctx(), work)
const refusal = (work: Promise<unknown>): Promise<Refusal> =>
  work.then(
    () => Promise.reject(new Error('was not refused')),
    (error: unknown) => (error instanceof Refusal ? error : Promise.reject(error as Error)),
  )
const logOf = async (table: string, id: string) =>
  (
    await world().db.pool.query<{ diff: object; version: number | null; actor: string }>(
      `select diff, version, actor from data_log
        where table_name = $1 and row_id = $2 order by id`,
      [table, id],
    )
  ).rows

const ids: string[] = []
beforeAll(async () => {
  const made = await world().db.pool.query<{ id: string }>(
    `insert into supplier (tenant_id, code, name)
      select $1, 'CHG-' || n, 'Before ' || n from generate_series(1, 5) n returning id`,
    [world().tenantId],
  )
  ids.push(...made.rows.map(({ id }) => id))
})

describe('one change', () => {
  test('writes the patch, who and when, the next version, and its line in the data log', async () => {
    const row = await within((tx) =>
      change(tx, 'supplier', ids[0]!, { name: 'After', remark: sql`t.code || '!'` }),
    )
    expect(row).toMatchObject({ code: 'CHG-1', name: 'After', remark: 'CHG-1!', version: 2 })
    const stored = await world().db.pool.query(
      `select name, remark, version, update_by, update_time is not null as dated
        from supplier where id = $1`,
      [ids[0]],
    )
    expect(stored.rows).toEqual([
      { name: 'After', remark: 'CHG-1!', version: 2, update_by: 'tester', dated: true },
    ])
    expect(await logOf('supplier', ids[0]!)).toEqual([
      {
        diff: { name: ['Before 1', 'After'], remark: [null, 'CHG-1!'] },
        version: 2,
        actor: 'tester',
      },
    ])
  })

  test('refuses a stale version with the row as it is, and what `if` refuses', async () => {
    const stale = await refusal(
      within((tx) =>
        change(
          tx,
          'supplier',
          ids[1]!,
          { name: 'Never' },
          { seen: { version: 9, current: () => ({ name: 'as it is' }) } },
        ),
      ),
    )
    expect([stale.code, stale.result]).toEqual(['row.stale', { name: 'as it is' }])
    const closed = await refusal(
      within((tx) =>
        change(tx, 'supplier', ids[1]!, { name: 'Never' }, { if: () => fail('row.invalid') }),
      ),
    )
    expect(closed.code).toBe('row.invalid')
    expect(await logOf('supplier', ids[1]!)).toEqual([])
  })

  test('reaches rows of the caller alone', async () => {
    const strange = inTx(ctx('0'), (tx) => change(tx, 'supplier', ids[1]!, { name: 'Never' }))
    expect((await refusal(strange)).code).toBe('row.missing')
    const handed = inTx(ctx('0'), (tx) => change(tx, 'supplier', { id: ids[1]! }, { name: 'No' }))
    expect((await refusal(handed)).code).toBe('row.missing')
  })

  test('names the field of a broken constraint', async () => {
    const duplicate = await refusal(
      within((tx) => change(tx, 'supplier', ids[1]!, { name: 'Other', code: 'CHG-1' })),
    )
    expect(duplicate.issues).toEqual([
      { path: 'code', code: 'field.duplicate', data: { value: 'CHG-1' } },
    ])
    const empty = await refusal(
      within((tx) => change(tx, 'supplier', ids[1]!, { name: sql<string>`null` })),
    )
    expect(empty.issues).toEqual([{ path: 'name', code: 'field.required' }])
  })

  test('two at the same time: the second builds on the first', async () => {
    const add = () =>
      within((tx) => change(tx, 'supplier', ids[4]!, (row) => ({ remark: `${row.remark ?? ''}x` })))
    await Promise.all([add(), add(), add()])
    const stored = await world().db.pool.query(`select remark, version from supplier where id=$1`, [
      ids[4],
    ])
    expect(stored.rows).toEqual([{ remark: 'xxx', version: 4 }])
  })

  test('takes rows of an order only from who locks them in their order', async () => {
    await expect(within((tx) => change(tx, 'shipment', '1', { remark: 'x' }))).rejects.toThrow(
      'rows of shipment are locked by lockOrders',
    )
  })
})

describe('changes of many rows', () => {
  test('each has its own patch; what a patch leaves out stays, null skips the row', async () => {
    const rows = await within((tx) =>
      changeMany(tx, 'supplier', [ids[3]!, ids[2]!, ids[1]!], (row) =>
        row.code === 'CHG-2'
          ? null
          : row.code === 'CHG-3'
            ? { name: 'Third' }
            : { remark: 'fourth', name: undefined },
      ),
    )
    expect(rows.map(({ code, name, remark }) => [code, name, remark])).toEqual([
      ['CHG-3', 'Third', null],
      ['CHG-4', 'Before 4', 'fourth'],
    ])
    expect((await logOf('supplier', ids[3]!)).map(({ diff }) => diff)).toEqual([
      { remark: [null, 'fourth'] },
    ])
    expect(await logOf('supplier', ids[1]!)).toEqual([])
  })

  test('documents and lists are written as they are', async () => {
    const tenantId = world().tenantId
    const made = await world().db.pool.query<{ id: string }>(
      `insert into saved_view (tenant_id, owner_id, owner_name, list_key, name, state)
        select $1, u.id, u.username, 'probe', 'probe', '{}' from sys_user u where u.tenant_id = $1 limit 1
        returning id`,
      [tenantId],
    )
    const { id } = made.rows[0]!
    const state = { list: ['a', "b'c"], none: null, deep: { n: 1.5 } }
    const row = await within((tx) => change(tx, 'savedView', id, { state }))
    expect(row.state).toEqual(state)
    const user = await world().db.pool.query<{ id: string }>(
      `select id from sys_user where tenant_id = $1 limit 1`,
      [tenantId],
    )
    const changed = await within((tx) =>
      change(tx, 'sysUser', user.rows[0]!.id, { departIds: ['5', '6'] }),
    )
    expect(changed.departIds).toEqual(['5', '6'])
  })
})
