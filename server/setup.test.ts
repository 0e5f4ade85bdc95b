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
