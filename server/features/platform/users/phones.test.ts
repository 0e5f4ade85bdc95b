import { expect, test } from 'vitest'
import { draft, prepareUserForms, world, admin, issues } from './user-forms.fixture.ts'

prepareUserForms()

test('0170… and +49 170… are one phone where the company is German, however it is written', async () => {
  const { tenantId, db } = world()
  await db.pool.query(
    `insert into company_profile (tenant_id, country, create_by) values ($1, 'DE', 'test')
      on conflict (tenant_id) do update set country = 'DE'`,
    [tenantId],
  )
  const end = String(1_000_000 + Number(tenantId)).slice(-7)
  const made = await admin.post('/sys/user/add', draft({ phone: `0170 ${end}` }))
  expect(made.result).toMatchObject({ phone: `+49170${end}` })
  for (const phone of [`+49170${end}`, `0170/${end}`, `0049 (0)170 ${end}`]) {
    const again = await admin.post('/sys/user/add', draft({ phone }))
    expect(issues(again), phone).toMatchObject([{ path: 'phone', code: 'user.phoneTaken' }])
    const asked = { tableName: 'sys_user', fieldName: 'phone', fieldVal: phone }
    expect((await admin.get('/sys/duplicate/check', asked)).error).toBe('duplicate.taken')
    expect((await admin.get('/sys/user/querySysUser', { phone })).result).toMatchObject({
      phone: `+49170${end}`,
    })
  }
  const china = await admin.post('/sys/user/add', draft({ phone: '13800009999' }))
  expect(china.result).toMatchObject({ phone: '13800009999' })
})
