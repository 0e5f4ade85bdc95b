import { beforeAll, expect, test } from 'vitest'
import { useWorld, type Client } from '#test/harness.ts'

const world = useWorld()
let finance: Client
beforeAll(async () => {
  finance = await world().as('finance')
})

const PROFILE = {
  legalName: 'Nordwind Logistik GmbH',
  vatId: 'de 136 695 976',
  taxNo: null,
  registerNo: 'HRB 12345 Hamburg',
  street: 'Hafenstr. 1',
  postalCode: '20457',
  city: 'Hamburg',
  country: 'DE',
  contact: ' ',
  phone: null,
  email: 'finance@nordwind.example',
}
const issues = (answer: { result: unknown }) =>
  (answer.result as { issues?: { path: string; code: string }[] }).issues?.map(
    ({ path, code }) => `${path}:${code}`,
  )
const read = async (client: Client) =>
  (await client.get('/erp/company/profile')).result as { version: number }

test('a tenant enters its company: VAT ID, country and mail are checked, an old version is refused', async () => {
  const { version } = await read(finance)
  const put = (body: object) => finance.put('/erp/company/profile', { ...PROFILE, ...body })
  expect(issues(await put({ vatId: 'DE12', country: 'XQ', email: 'x', version }))).toEqual([
    'vatId:company.vatId',
    'email:company.email',
    'country:field.dict',
  ])
  expect((await put({ version })).result).toMatchObject({ vatId: 'DE136695976', contact: null })
  expect((await put({ version })).code).toBe(409)
  expect(await read(finance)).toMatchObject({ legalName: PROFILE.legalName })
  expect(await read(await world().otherTenantUser())).toMatchObject({ legalName: null, version: 0 })
  expect((await (await world().as('customer')).get('/erp/company/profile')).status).toBe(403)
  expect((await (await world().as('sales')).put('/erp/company/profile', PROFILE)).status).toBe(403)
})

test("a customer's VAT ID and mail for invoices are checked as they are stored", async () => {
  const admin = await world().as('tenantAdmin')
  const row = (await admin.get('/erp/customer/queryById', { id: world().customerId })).result as {
    id: string
    version: number
  }
  const edit = (more: object) => admin.put('/erp/customer/edit', { ...row, ...more })
  expect(issues(await edit({ vatId: 'ATU123', invoiceEmail: 'no mail' }))).toEqual([
    'vatId:company.vatId',
    'invoiceEmail:company.email',
  ])
  expect((await edit({ vatId: 'gr 094259216', paymentDays: 14 })).result).toMatchObject({
    vatId: 'EL094259216',
    paymentDays: 14,
  })
})
