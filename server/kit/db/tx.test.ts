import { sql } from 'kysely'
import pino from 'pino'
import { expect, test } from 'vitest'
import { useWorld } from '#test/harness.ts'
import { makeCtx, systemPrincipal, type Tx } from '../access/ctx.ts'
import { fail, Refusal } from '../http/errors.ts'
import { dryRun, inTx, together } from './tx.ts'

const world = useWorld()
const ctx = () =>
  makeCtx({
    requestId: 'test-tx',
    lang: 'en_US',
    log: pino({ level: 'silent' }),
    deps: world().deps,
    http: null,
    executor: world().db.kysely,
    principal: systemPrincipal(world().tenantId, { username: 'tester' }),
  })
const mark = (tx: Tx, id: string) => tx.audit('tx_probe', id, 'add', null, { id })
const marks = async (prefix: string) =>
  (
    await world().db.pool.query<{ id: string }>(
      `select row_id as id from data_log
        where tenant_id = $1 and table_name = 'tx_probe' and row_id like $2 || '%' order by row_id`,
      [world().tenantId, prefix],
    )
  ).rows.map(({ id }) => id)
const refused = async (work: Promise<unknown>): Promise<string> => {
  const error: unknown = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  return error instanceof Refusal ? error.code : String(error)
}

test('a refused part leaves nothing, and the transaction goes on', async () => {
  const ran: string[] = []
  await inTx(ctx(), async (tx) => {
    tx.afterCommit(() => void ran.push('whole'))
    await mark(tx, 'a-whole')
    const why = await refused(
      inTx(tx, async (part) => {
        await mark(part, 'a-refused')
        part.afterCommit(() => void ran.push('refused'))
        await inTx(part, async (inner) => {
          await mark(inner, 'a-inner')
          inner.afterCommit(() => void ran.push('inner'))
        })
        fail('row.invalid')
      }),
    )
    expect(why).toBe('row.invalid')
    await inTx(tx, async (part) => {
      await mark(part, 'a-second')
      part.afterCommit(() => void ran.push('second'))
    })
  })
  expect(await marks('a-')).toEqual(['a-second', 'a-whole'])
  expect(ran).toEqual(['whole', 'second'])
})

test('a part in which a statement failed leaves a transaction that goes on', async () => {
  await inTx(ctx(), async (tx) => {
    await mark(tx, 'b-before')
    await expect(
      inTx(tx, (part) => sql`select 1 / ${0}::int`.execute(part.db)),
    ).rejects.toMatchObject({ code: '22012' })
    await mark(tx, 'b-after')
  })
  expect(await marks('b-')).toEqual(['b-after', 'b-before'])
})

test('parts at the same time are refused: they would take one another back', async () => {
  await expect(
    inTx(ctx(), (tx) =>
      Promise.all([
        inTx(tx, () => mark(tx, 'c-first')),
        inTx(tx, async () => {
          await mark(tx, 'c-second')
          await mark(tx, 'c-second-too')
        }),
      ]),
    ),
  ).rejects.toThrow('the parts of a transaction run one after another')
  expect(await marks('c-')).toEqual([])
})

test('a deadlock inside a part repeats the whole transaction, not the part', async () => {
  const runs = { whole: 0, part: 0 }
  const ran: number[] = []
  await inTx(ctx(), async (tx) => {
    const run = ++runs.whole
    tx.afterCommit(() => void ran.push(run))
    await mark(tx, `d-${run}`)
    await inTx(tx, async (part) => {
      runs.part++
      if (run === 1)
        await sql`do $$ begin raise exception 'met' using errcode = '40P01'; end $$`.execute(
          part.db,
        )
    })
  })
  expect(runs).toEqual({ whole: 2, part: 2 })
  expect(await marks('d-')).toEqual(['d-2'])
  expect(ran).toEqual([2])
})

test('a trial run answers and leaves nothing, alone or as a part', async () => {
  const ran: string[] = []
  const attempt = (id: string) => async (tx: Tx) => {
    await mark(tx, id)
    tx.afterCommit(() => void ran.push(id))
    return id
  }
  expect(await dryRun(ctx(), attempt('e-alone'))).toBe('e-alone')
  await inTx(ctx(), async (tx) => {
    expect(await dryRun(tx, attempt('e-part'))).toBe('e-part')
    await attempt('e-real')(tx)
  })
  expect(await refused(dryRun(ctx(), () => Promise.resolve(fail('row.invalid'))))).toBe(
    'row.invalid',
  )
  expect(await marks('e-')).toEqual(['e-real'])
  expect(ran).toEqual(['e-real'])
})

test('a transaction without a statement takes nothing, and a first statement that fails ends it', async () => {
  expect(await inTx(ctx(), () => Promise.resolve('empty'))).toBe('empty')
  await expect(
    inTx(ctx(), () => {
      throw new Error('before any statement')
    }),
  ).rejects.toThrow('before any statement')
  await expect(inTx(ctx(), (tx) => sql`select 1 / 0`.execute(tx.db))).rejects.toThrow('zero')
  await expect(
    inTx(ctx(), async (tx) => {
      await sql`select 1 / 0`.execute(tx.db).catch(() => undefined)
      await mark(tx, 'aborted')
    }),
  ).rejects.toThrow('aborted')
  // Statements that are sent together are of the transaction, first and last.
  const ids = await inTx(ctx(), async (tx) => {
    const all = await Promise.all(
      Array.from({ length: 5 }, () =>
        sql<{ id: string }>`select txid_current()::text as id`.execute(tx.db),
      ),
    )
    return all.map(({ rows }) => rows[0]!.id)
  })
  expect(new Set(ids).size).toBe(1)
  expect(await marks('aborted')).toEqual([])
})

test('statements sent together run in their order, and the reason is that of the one that failed', async () => {
  const seen = await inTx(ctx(), async (tx) => {
    const ask = async () => {
      const found = await sql<{ count: number }>`select count(*)::int as count from data_log
        where table_name = 'tx_probe' and row_id like 'f-%'`.execute(tx.db)
      return found.rows[0]!.count
    }
    return together(ask(), mark(tx, 'f-1'), ask(), mark(tx, 'f-2'), ask())
  })
  expect(seen).toEqual([0, undefined, 1, undefined, 2])

  let after = 0
  const broken = inTx(ctx(), (tx) =>
    together(
      mark(tx, 'f-3'),
      sql`select pg_sleep(0.05)`.execute(tx.db).finally(() => after++),
      sql`select 1 / ${0}::int`.execute(tx.db),
      sql`select 2`.execute(tx.db).finally(() => after++),
    ),
  )
  await expect(broken).rejects.toMatchObject({ code: '22012' })
  expect(after).toBe(2)
  expect(await marks('f-')).toEqual(['f-1', 'f-2'])
})
