import { createHash, randomBytes } from 'node:crypto'
import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, inject, test } from 'vitest'
import { openWorld, type World } from '#test/harness.ts'
import { migrate } from '../db/migrate.ts'

const migrations = join(import.meta.dirname, '../../../migrations')
const before = mkdtempSync(join(tmpdir(), 'parcelyard-before-'))
let world: World | null = null

afterAll(async () => {
  await world?.close()
  rmSync(before, { recursive: true, force: true })
})

/** A database as it was before files had a store of their own. */
async function oldDatabase(): Promise<string> {
  const url = new URL(inject('databaseUrl'))
  const name = `parcelyard_${randomBytes(4).toString('hex')}`
  url.pathname = '/postgres'
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  url.pathname = `/${name}`
  for (const file of readdirSync(migrations))
    if (file < '0042') copyFileSync(join(migrations, file), join(before, file))
  await migrate({ url: url.href }, before)
  return url.href
}

test('files that lay in the database are read at their addresses as before', async () => {
  const url = await oldDatabase()
  const key = () => randomBytes(32).toString('base64url')
  const [avatar, sheet, unused] = [key(), key(), key()]
  const hash = (text: string) => createHash('sha256').update(text).digest()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`insert into tenant (id, code, name) overriding system value
    values (7, 'T7', 'Seven')`)
  await client.query(
    `insert into sys_user (id, tenant_id, username, realname, password_hash, avatar)
      values (70, 7, 'old', 'Old', 'x', $1), (71, 7, 'editor', 'Editor', 'x', null)`,
    [`pictures/${avatar}.png`],
  )
  await client.query(
    `insert into stored_file (key_hash, tenant_id, user_id, kind, name, type, bytes, expires_at)
      values ($1, 7, 71, 'pictures', 'picture.png', 'image/png', 'picture', null),
        ($2, 7, 71, 'imports', 'errors.xlsx', 'application/x', 'sheet', now() + interval '1 hour'),
        ($3, 7, 71, 'pictures', 'picture.png', 'image/png', 'picture', now() + interval '1 hour')`,
    [hash(avatar), hash(sheet), hash(unused)],
  )
  await migrate({ url }, migrations)
  world = await openWorld({ databaseUrl: url })
  const shown = async (path: string) =>
    (await world!.anonymous.get(`/sys/common/static/${path}`)).bytes.toString()
  expect(await shown(`pictures/${avatar}.png`)).toBe('picture')
  expect(await shown(`imports/${sheet}.xlsx`)).toBe('sheet')
  expect(await shown(`pictures/${unused}.png`)).toBe('picture')
  const rows = async (statement: string) => (await client.query(statement)).rows as unknown[]
  expect(
    await rows(`select owner_kind, owner_id, kind, create_by from stored_file order by id`),
  ).toEqual([
    { owner_kind: 'user', owner_id: '70', kind: 'picture', create_by: 'editor' },
    { owner_kind: 'import', owner_id: '71', kind: 'sheet', create_by: 'editor' },
    { owner_kind: 'upload', owner_id: '71', kind: 'picture', create_by: 'editor' },
  ])
  expect(await rows('select bytes::int from stored_usage')).toEqual([{ bytes: 12 }])
  expect(await rows('select 1 from stored_content_unmoved')).toEqual([])
  await client.end()
})
