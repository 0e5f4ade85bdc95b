import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, expect, inject, test } from 'vitest'
import { arrayText } from './array-text.ts'
import { openDatabase, serverVersion } from './database.ts'
import { pgErrorKind } from './pg-error.ts'
import { isoTimestamptz } from './pg-types.ts'

const db = openDatabase(inject('databaseUrl'), { max: 3 })
afterAll(() => db.close())

test('times, int8, numeric and their arrays come out as text', async () => {
  const { rows } = await db.pool.query(`select
    timestamptz '2026-03-01 10:05:07.123456+02' as tz, timestamptz '2026-03-01 10:05:07+02' as whole, timestamp '2026-03-01 10:05:07.5' as ts,
    date '2026-03-01' as day, 9007199254740993::int8 as big, 0.10::numeric as num, interval '1 day 02:00' as span, 'infinity'::timestamptz as never,
    timestamptz '0044-03-15 00:00+00 BC' as ides, '{"a_b": {"cD": 1}}'::jsonb as doc, array[1, null]::int8[] as bigs, array[timestamptz '2026-03-01 10:05:07+00', null] as tzs,
    array[0.10::numeric] as nums, array[date '2026-03-01'] as days`)
  expect(rows[0]).toEqual({
    tz: '2026-03-01T08:05:07.123Z',
    whole: '2026-03-01T08:05:07.000Z',
    ts: '2026-03-01T10:05:07.500',
    day: '2026-03-01',
    big: '9007199254740993',
    num: '0.10',
    span: 'P1DT2H',
    never: 'infinity',
    ides: '0044-03-15 00:00:00+00 BC',
    doc: { a_b: { cD: 1 } },
    bigs: ['1', null],
    tzs: ['2026-03-01T10:05:07.000Z', null],
    nums: ['0.10'],
    days: ['2026-03-01'],
  })
})

test('a time survives the way to the database and back to the millisecond', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.date({
        min: new Date('0001-01-01T00:00:00Z'),
        max: new Date('9999-12-31T23:59:59.999Z'),
        noInvalidDate: true,
      }),
      async (date) => {
        const { rows } = await db.pool.query('select $1::timestamptz as t', [date.toISOString()])
        expect(rows[0].t).toBe(date.toISOString())
      },
    ),
    { numRuns: 200 },
  )
})

test('a column written as an array comes back value by value', async () => {
  const cells = fc.array(fc.option(fc.oneof(fc.string({ unit: 'binary' }), fc.constant('NULL'))))
  await fc.assert(
    fc.asyncProperty(cells, async (given) => {
      const texts = given.map((text) => text?.replaceAll('\0', '') ?? null)
      const { rows } = await db.pool.query('select $1::text[] as t, $2::int[] as n', [
        arrayText(texts),
        arrayText(texts.map((text) => text?.length ?? null)),
      ])
      expect(rows[0]).toEqual({ t: texts, n: texts.map((text) => text?.length ?? null) })
    }),
    { numRuns: 30 },
  )
})

test('a statement that keeps coming back gives the same rows, and those of a changed table', async () => {
  const probe = openDatabase(inject('databaseUrl'), { max: 1 })
  try {
    const { kysely } = probe
    await sql`create table prepared_probe (id int, note text)`.execute(kysely)
    await sql`insert into prepared_probe values (1, 'one'), (2, null)`.execute(kysely)
    const ask = (id: number) => sql`select * from prepared_probe where id = ${id}`.execute(kysely)
    for (let n = 0; n < 12; n++) {
      expect((await ask(1)).rows).toEqual([{ id: 1, note: 'one' }])
      expect((await ask(2)).rows).toEqual([{ id: 2, note: null }])
      expect((await ask(3)).rows).toEqual([])
    }
    await expect(ask('x' as never)).rejects.toThrow('integer')
    await sql`alter table prepared_probe add column more_of_it int default 7`.execute(kysely)
    for (let n = 0; n < 12; n++)
      expect((await ask(1)).rows).toEqual([{ id: 1, note: 'one', moreOfIt: 7 }])
    await expect(
      ask({
        toPostgres: () => {
          throw new Error('no text')
        },
      } as never),
    ).rejects.toThrow('no text')
    expect((await ask(1)).rows).toHaveLength(1)
  } finally {
    await sql`drop table if exists prepared_probe`.execute(probe.kysely)
    await probe.close()
  }
})

test('text of a session in another zone is still UTC', () => {
  expect(isoTimestamptz('2026-03-01 10:05:07.25+05:30')).toBe('2026-03-01T04:35:07.250Z')
  expect(isoTimestamptz('2026-03-01 10:05:07-08')).toBe('2026-03-01T18:05:07.000Z')
})

test('kysely speaks camelCase to snake_case columns and leaves documents alone', async () => {
  const { rows } =
    await sql`select 1 as order_count, '{"inner_key": 1}'::jsonb as raw_document`.execute(db.kysely)
  expect(rows).toEqual([{ orderCount: 1, rawDocument: { inner_key: 1 } }])
})

test('a statement over its deadline is cut off and the connection stays good', async () => {
  const client = await db.pool.connect()
  await client.query('set statement_timeout = 50')
  const error = await client.query('select pg_sleep(5)').catch((caught: unknown) => caught)
  expect(pgErrorKind(error)).toBe('statementTimeout')
  await client.query('reset statement_timeout')
  expect((await client.query('show statement_timeout')).rows).toEqual([
    { statement_timeout: '10s' },
  ])
  expect((await client.query('show lock_timeout')).rows).toEqual([{ lock_timeout: '3s' }])
  expect((await client.query('show idle_in_transaction_session_timeout')).rows).toEqual([
    { idle_in_transaction_session_timeout: '15s' },
  ])
  client.release()
})

test('a back end that is killed under a checked-out client is an error, not the end of the process', async () => {
  const client = await db.pool.connect()
  const { rows } = await client.query('select pg_backend_pid() as pid')
  const sleeping = client.query('select pg_sleep(8)').catch((caught: unknown) => caught)
  await db.pool.query('select pg_terminate_backend($1)', [rows[0].pid])
  expect(pgErrorKind(await sleeping)).toBe('unavailable')
  client.release(true)
  expect((await db.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
})

test('violations are distinguished', async () => {
  const kind = (text: string) => db.pool.query(text).then(() => 'none', pgErrorKind)
  await db.pool.query(
    'create table if not exists kind_probe (id int primary key check (id < 10), parent int references kind_probe, name text not null)',
  )
  await db.pool.query(`insert into kind_probe values (1, null, 'x') on conflict do nothing`)
  expect(await kind(`insert into kind_probe values (1, null, 'x')`)).toBe('unique')
  expect(await kind(`insert into kind_probe values (2, 9, 'x')`)).toBe('foreignKey')
  expect(await kind(`insert into kind_probe values (2, null, null)`)).toBe('notNull')
  expect(await kind(`insert into kind_probe values (11, null, 'x')`)).toBe('check')
  expect(await kind(`select 'x'::int`)).toBe('badValue')
  expect(await kind('select no_such_column')).toBe('other')
  await db.pool.query('drop table kind_probe')
  expect(
    pgErrorKind(
      Object.assign(
        new AggregateError([Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })]),
      ),
    ),
  ).toBe('unavailable')
})

test('the server is new enough', async () => {
  expect(await serverVersion(db)).toBeGreaterThanOrEqual(15)
})

test('a statement that keeps coming back is prepared, and outlives a change of its table', async () => {
  const one = openDatabase(inject('databaseUrl'), { max: 1 })
  try {
    await one.pool.query(
      `drop table if exists prepared_probe;
        create table prepared_probe (id int, first_word text);
        insert into prepared_probe values (1, $$a$$)`,
    )
    const read = () =>
      sql<{ id: number; firstWord: string }>`select * from prepared_probe where id = ${1}`
        .execute(one.kysely)
        .then(({ rows }) => rows)
    for (let use = 0; use < 8; use++) expect(await read()).toEqual([{ id: 1, firstWord: 'a' }])
    expect(
      (
        await one.pool.query(
          `select count(*)::int as n from pg_prepared_statements
            where statement like '%prepared_probe where id%'`,
        )
      ).rows,
    ).toEqual([{ n: 1 }])
    await one.pool.query('alter table prepared_probe add second_word text')
    expect(await read()).toEqual([{ id: 1, firstWord: 'a', secondWord: null }])
    await one.pool.query('alter table prepared_probe drop second_word')
    for (let use = 0; use < 3; use++)
      expect(
        await one.kysely
          .transaction()
          .execute((trx) => sql`select * from prepared_probe where id = ${1}`.execute(trx)),
      ).toMatchObject({ rows: [{ id: 1 }] })
  } finally {
    await one.pool.query('drop table prepared_probe')
    await one.close()
  }
})
