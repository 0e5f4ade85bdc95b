import { afterAll, beforeAll, expect, test } from 'vitest'
import pino from 'pino'
import { testEnv } from '#test/harness.ts'
import { ownDatabase } from '#test/own-database.ts'
import { openDatabase, type Database } from './kit/db/database.ts'
import { bootstrapInstallation } from './setup.ts'

// A start waits for changes of the dictionaries and the menus, and those for it.
let db: Database
beforeAll(async () => {
  db = openDatabase(await ownDatabase())
  await start()
})
afterAll(() => db.close())

const start = () =>
  bootstrapInstallation({
    env: testEnv(),
    db,
    log: pino({ level: 'silent' }),
    lifecycle: { draining: false, afterListen: () => {} },
  })
const rename = (name: string) =>
  db.pool.query(
    `update sys_dict set dict_name = $1 where tenant_id = 0 and dict_code = 'currency'`,
    [name],
  )
const name = async () =>
  (
    await db.pool.query<{ name: string }>(
      `select dict_name as name from sys_dict where tenant_id = 0 and dict_code = 'currency'`,
    )
  ).rows[0]!.name

test('a start puts the house in order when there is something new, and leaves it alone when there is not', async () => {
  await rename('changed')
  await start()
  expect(await name()).toBe('changed')
  await db.pool.query(
    `update installation_state set fingerprint = 'of an older version' where key = 'seeds'`,
  )
  await start()
  expect(await name()).toBe('币种')
  await rename('changed again')
  await start()
  expect(await name()).toBe('changed again')
})

test('a start gives every tenant the check rules that are new, and no deleted one again', async () => {
  const codes = async () =>
    (
      await db.pool.query<{ code: string }>(
        `select rule_code as code from sys_check_rule
          where tenant_id = (select min(id) from tenant where id > 0) order by 1`,
      )
    ).rows.map(({ code }) => code)
  const outdated = () =>
    db.pool.query(`update installation_state set fingerprint = 'older' where key = 'seeds'`)
  const all = await codes()
  expect(all).toContain('user_email')
  await db.pool.query(`delete from sys_check_rule where rule_code in ('work_no', 'supplier_code')`)
  await outdated()
  await start()
  expect(await codes()).toEqual(
    all.filter((code) => code !== 'work_no' && code !== 'supplier_code'),
  )
  // An installation that did not note what it was given, from before these rules.
  await db.pool.query(`delete from installation_state where key = 'check-rules'`)
  await outdated()
  await start()
  expect(await codes()).toEqual(all.filter((code) => code !== 'supplier_code'))
  await db.pool.query('delete from sys_check_rule')
  await db.pool.query(`delete from installation_state where key = 'check-rules'`)
  await outdated()
  await start()
  expect(await codes()).toEqual(all)
})
