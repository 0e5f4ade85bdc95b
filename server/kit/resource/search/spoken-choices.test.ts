import { expect, test } from 'vitest'
import { cruds } from '#contracts/catalogue.ts'
import { columnOf } from '#contracts/kit/entity.ts'
import { jobCtx } from '#server/kit/jobs/jobs.ts'
import { useWorld } from '#test/harness.ts'
import { readWords } from './read-words.ts'

const world = useWorld()

test('who has a Chinese name is chosen by its pinyin and initials, and by nothing a label does not show', async () => {
  const { db, tenantId } = world()
  await db.pool.query(
    `insert into customer (tenant_id, code, name, contact, currency)
      values ($1, 'QX77', '龙泉青瓷贸易有限公司', '慕容雪', 'EUR')`,
    [tenantId],
  )
  // Newer ones that have the same words in no label.
  await db.pool.query(
    `insert into customer (tenant_id, code, name, contact, currency)
      select $1, 'QY' || n, 'Nobel ' || n, '龙泉青瓷贸易', 'EUR' from generate_series(1, 45) as n`,
    [tenantId],
  )
  for (const [username, customerId] of [
    ['spoken.staff', null],
    ['spoken.people', world().customerId],
  ] as const)
    await db.pool.query(
      `insert into sys_user (tenant_id, username, realname, password_hash, customer_id)
        values ($1, $2, '慕容晓', '-', $3)`,
      [tenantId, username, customerId],
    )
  await readWords(jobCtx(world().deps, tenantId))
  const manager = await world().as('manager')
  const found = async (path: string, keyword: string, client = manager) => {
    const answer = await client.get(path, { keyword })
    expect(answer, answer.message).toMatchObject({ success: true })
    return (answer.result as { value?: string; id?: string; text?: string; name?: string }[]).map(
      (one) => one.text ?? one.name,
    )
  }
  for (const keyword of ['longquan', 'lqqc', 'Qingci Mao'])
    for (const path of ['/erp/customer/options', '/rwms/returnTrack/customers'])
      expect(await found(path, keyword), `${path} ${keyword}`).toEqual([
        expect.stringContaining('龙泉青瓷'),
      ])
  for (const [path, client] of [
    ['/sys/user/options', manager],
    ['/erp/user/sub/options', await world().as('customer')],
  ] as const)
    for (const keyword of ['murong', 'mrx'])
      expect(await found(path, keyword, client), `${path} ${keyword}`).toContain('慕容晓')
  // A contact is in no label.
  expect(await found('/erp/customer/options', 'murongxue')).toEqual([])
  const elsewhere = await world().otherTenantUser()
  expect(await found('/erp/customer/options', 'longquan', elsewhere)).toEqual([])
})

test('umlauts are found as keyboards without them write them', async () => {
  const { db, tenantId } = world()
  await db.pool.query(
    `insert into customer (tenant_id, code, name, currency) values ($1, 'QU1', 'Müller-Weiß', 'EUR')`,
    [tenantId],
  )
  // Of a list whose words are not read.
  await db.pool.query(
    `update depot set name = 'Größling', name_en = null
      where id = (select min(id) from depot where tenant_id = $1)`,
    [tenantId],
  )
  await readWords(jobCtx(world().deps, tenantId))
  const manager = await world().as('manager')
  for (const [path, keyword, name] of [
    ['/erp/customer/options', 'mueller-weiss', 'Müller-Weiß'],
    ['/erp/customer/options', 'muller', 'Müller-Weiß'],
    ['/erp/depot/options', 'groessl', 'Größling'],
  ] as const)
    expect(JSON.stringify((await manager.get(path, { keyword })).result), keyword).toContain(name)
})

/** Called so in this test: those of its own tenant that have a row in a new world. */
const MUST = ['customers', 'delivery-services', 'departments', 'depots', 'roles', 'suppliers']

test('whatever has a name and a choice is chosen by the pinyin and initials of its name', async () => {
  const { db, tenantId } = world()
  const name = '龙泉青瓷'
  const chosen = cruds.filter(
    ({ scope, offered, label, fields }) =>
      scope !== 'global' && offered.includes('options') && fields[label]?.type === 'text',
  )
  const renamed: { name: string; path: string; id: string }[] = []
  for (const of of chosen) {
    const column = columnOf(of.label, of.fields[of.label]!)
    const { rows } = await db.pool
      .query<{ id: string }>(
        `update ${of.table} set ${column} = $2 where id = (
          select min(id) from ${of.table} where tenant_id = $1) returning id::text`,
        [tenantId, name],
      )
      // What is named by a number of a shape of its own has no other name.
      .catch(() => ({ rows: [] }))
    for (const { id } of rows) renamed.push({ name: of.name, path: of.path, id })
  }
  expect(renamed.map((one) => one.name)).toEqual(expect.arrayContaining(MUST))
  await readWords(jobCtx(world().deps, tenantId))
  const admin = await world().as('tenantAdmin')
  const missing: string[] = []
  for (const { path, id, name: of } of renamed)
    for (const keyword of ['longquan', 'lqqc', 'Qing Longquan']) {
      const { result } = await admin.get(`${path}/options`, { keyword })
      const options = result as { value: string }[] | null
      if (!options?.some(({ value }) => value === id)) missing.push(`${of}: ${keyword}`)
    }
  expect(missing).toEqual([])
})
