import { expect, test } from 'vitest'
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
