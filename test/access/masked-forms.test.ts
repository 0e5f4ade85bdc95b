import { beforeAll, expect, test } from 'vitest'
import { createUser, roleId } from '#server/features/platform/users/users.fixture.ts'
import { PASSWORD, useWorld, type Client } from '../harness.ts'

const world = useWorld()
const PHONE = '13912345678'
const OTHER = '13912340000'
let whole: Client
let masked: Client

beforeAll(async () => {
  const w = world()
  whole = await w.as('tenantAdmin')
  const { result } = await whole.post('/sys/role/add', {
    roleCode: 'masked',
    roleName: 'Masked',
    dataScope: 'tenant',
    maskPersonal: true,
  })
  const roles = await Promise.all(['tenantAdmin', 'manager'].map((code) => roleId(w, code)))
  masked = await (await createUser(w, [...roles, (result as { id: string }).id])).client()
})

async function edited(path: string, id: string, change: Record<string, unknown>) {
  const { result } = await masked.get(`${path}/queryById`, { id })
  // As a form sends it: what it shows masked and unchanged is not among its values.
  const shown = Object.entries(result as Record<string, unknown>)
  const sent = shown.filter(([, value]) => typeof value !== 'string' || !value.includes('***'))
  return masked.put(`${path}/edit`, { ...Object.fromEntries(sent), ...change })
}
const stored = async (path: string, id: string) =>
  (await whole.get(`${path}/queryById`, { id })).result as Record<string, unknown>

test('a user shown masked is changed without its phone; a new number replaces it; no mask is stored', async () => {
  const { id } = await createUser(world(), [await roleId(world(), 'masked')])
  await world().db.pool.query(
    `update sys_user set phone = $2, email = 'li.ming@example.com', telephone = '021-62345678'
      where id = $1`,
    [id, PHONE],
  )
  const before = { phone: PHONE, email: 'li.ming@example.com', telephone: '021-62345678' }
  expect(await edited('/sys/user', id, { realname: 'Renamed' })).toMatchObject({ success: true })
  expect(await stored('/sys/user', id)).toMatchObject({ ...before, realname: 'Renamed' })
  for (const phone of ['139****5678', '139****56789', '***'])
    expect(await edited('/sys/user', id, { phone })).toMatchObject({
      success: false,
      result: { issues: [{ path: 'phone' }] },
    })
  expect(await edited('/sys/user', id, { phone: OTHER })).toMatchObject({ success: true })
  expect(await stored('/sys/user', id)).toMatchObject({ ...before, phone: OTHER })
})

test('a contact is changed without its phone, and a new number replaces it', async () => {
  const supplier = await whole.post('/erp/supplier/add', {
    code: 'MASKED',
    name: 'Supplier',
    phone: PHONE,
    email: 'a.b@example.com',
  })
  const { id } = supplier.result as { id: string }
  expect(await edited('/erp/supplier', id, { name: 'Renamed' })).toMatchObject({ success: true })
  const before = { phone: PHONE, email: 'a.b@example.com' }
  expect(await stored('/erp/supplier', id)).toMatchObject({ ...before, name: 'Renamed' })
  expect(await edited('/erp/supplier', id, { phone: OTHER })).toMatchObject({ success: true })
  expect(await stored('/erp/supplier', id)).toMatchObject({ ...before, phone: OTHER })
})

test('the company profile goes back with its masks and stays as it was', async () => {
  const profile = async (client: Client) =>
    (await client.get('/erp/company/profile')).result as Record<string, unknown>
  const save = (client: Client, body: object) => client.put('/erp/company/profile', body)
  const reach = { phone: PHONE, email: 'office.west@example.com' }
  expect(await save(whole, { ...(await profile(whole)), ...reach })).toMatchObject({
    success: true,
  })
  const shown = await profile(masked)
  expect(shown).toMatchObject({ phone: '139****5678', email: 'o***@example.com' })
  expect(await save(masked, { ...shown, contact: 'Ms Li' })).toMatchObject({ success: true })
  expect(await profile(whole)).toMatchObject({ ...reach, contact: 'Ms Li' })
  expect(await save(masked, { ...(await profile(masked)), phone: '139****5679' })).toMatchObject({
    success: false,
    result: { issues: [{ path: 'phone' }] },
  })
})

test('a session knows whether it sees masks', async () => {
  const w = world()
  const flag = async (role: string) => {
    const { username } = await createUser(w, [await roleId(w, role)])
    const answer = await w.anonymous.post('/sys/login', { username, password: PASSWORD })
    return answer.result
  }
  expect(await flag('masked')).toMatchObject({ userInfo: { maskPersonal: true } })
  expect(await flag('manager')).toMatchObject({ userInfo: { maskPersonal: false } })
})
