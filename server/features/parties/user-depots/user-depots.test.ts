import * as fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { userDepots } from '#contracts/parties/user-depot-calls.ts'
import { open, textOf } from '#server/kit/pdf/read-pdf.fixture.ts'
import type { Client } from '#test/harness.ts'
import { useWorld } from '#test/harness.ts'
import { makeOrder } from '#test/orders.ts'
import { freeCode } from './user-depot-hooks.ts'

const world = useWorld()
let admin: Client
beforeAll(async () => {
  admin = await world().as('tenantAdmin')
})

let count = 0
async function depot(): Promise<{ id: string; code: string }> {
  const code = `UD${++count}`
  const answer = await admin.post('/erp/depot/add', {
    code,
    name: `Depot ${code}`,
    depotType: '1',
    country: 'DE',
    city: 'Kassel',
    postalCode: '34117',
    street: 'Am Hafen',
    timeZone: 'UTC',
  })
  if (!answer.success) throw new Error(answer.message)
  return { id: (answer.result as { id: string }).id, code }
}
const add = (body: Record<string, unknown>) =>
  admin.post('/erp/userDepot/add', { customerId: world().customerId, type: '1', ...body })
async function added(body: Record<string, unknown>) {
  const answer = await add(body)
  if (!answer.success) throw new Error(`${answer.message} ${JSON.stringify(answer.result)}`)
  return answer.result as { id: string; depotCode: string; izDefault: boolean; version: number }
}
const issues = (answer: { result: unknown }) =>
  (answer.result as { issues: { path: string; code: string }[] }).issues.map(
    ({ path, code }) => `${path}:${code}`,
  )

test('a code is made where none is given, and belongs to one customer of a depot', async () => {
  const { id: depotId, code } = await depot()
  const first = await added({ depotId })
  expect(first.depotCode).toMatch(new RegExp(`^${code}-`))
  const other = { depotId, customerId: world().otherCustomerId }
  const same = first.depotCode.toLowerCase()
  expect(issues(await add({ ...other, depotCode: same }))).toEqual([
    'depotCode:userDepot.codeTaken',
  ])
  const second = await added(other)
  expect(second.depotCode).not.toBe(first.depotCode)
})

test('made codes are new and fit, whatever is taken', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, maxLength: 60 }), fc.nat(40), (base, taken) => {
      const known = new Set<string>()
      for (let at = 0; at <= taken; at++) {
        const code = freeCode(base, known)
        expect(code.length).toBeLessThanOrEqual(32)
        expect(known.has(code.toUpperCase())).toBe(false)
        known.add(code.toUpperCase())
      }
    }),
  )
})

describe('the default', () => {
  test('is one per customer, and orders into its depot bear it', async () => {
    const [one, two] = [await depot(), await depot()]
    const first = await added({ depotId: one.id, izDefault: true })
    const second = await added({ depotId: two.id, izDefault: true })
    const row = (await admin.get('/erp/userDepot/queryById', { id: first.id })).result as {
      izDefault: boolean
    }
    expect(row.izDefault).toBe(false)
    const customer = await world().as('customer')
    const at = async (depotId: string, userDepotId: string | null = null) => {
      const order = await makeOrder(world(), customer, { change: { depotId, userDepotId } })
      return (
        (await admin.get('/erp/shipment/queryById', { id: order.id })).result as {
          userDepotId: string | null
        }
      ).userDepotId
    }
    expect(await at(two.id)).toBe(second.id)
    // Another depot has no default; what an order names goes before it.
    expect(await at(one.id)).toBeNull()
    expect(await at(two.id, first.id)).toBe(first.id)
  })
})

describe('codes', () => {
  test('are moved to another customer, unless that one has a code at the depot', async () => {
    const { id: depotId } = await depot()
    const mine = await added({ depotId, izDefault: true })
    const move = (client: Client, ids: string[], customerId: string) =>
      client.call(userDepots.move, { ids, customerId })
    const moved = await move(admin, [mine.id], world().otherCustomerId)
    expect(moved).toMatchObject({ done: 1, failed: 0 })
    const again = await added({ depotId })
    expect((await move(admin, [again.id], world().otherCustomerId)).rows[0]!.code).toBe(
      'userDepot.hasOne',
    )
    const row = (await admin.get('/erp/userDepot/queryById', { id: mine.id })).result
    expect(row).toMatchObject({ customerId: world().otherCustomerId, izDefault: false })
    for (const role of ['customer', 'sub', 'warehouse'] as const) {
      const client = await world().as(role)
      const body = { ids: [again.id], customerId: world().otherCustomerId }
      expect((await client.put('/erp/userDepot/move', body)).success).toBe(false)
    }
    const stranger = await world().otherTenantUser()
    const refused = await stranger.put('/erp/userDepot/move', {
      ids: [again.id],
      customerId: world().customerId,
    })
    expect(refused.success).toBe(false)
  })

  test('are printed with the address of the depot; those of others are not', async () => {
    const { id: depotId, code } = await depot()
    const mine = await added({ depotId, contact: 'Frau Weiß', hours: '8–16' })
    const theirs = await added({ depotId, customerId: world().otherCustomerId })
    const customer = await world().as('customer')
    const file = await customer.get('/erp/userDepot/label', { ids: mine.id })
    const page = await textOf(await open(file.bytes), 1)
    for (const text of [mine.depotCode, `Depot ${code}`, '34117 Kassel', 'Frau Weiß', '8–16'])
      expect(page).toContain(text)
    const refused = await customer.get('/erp/userDepot/label', { ids: `${mine.id},${theirs.id}` })
    expect(refused.success).toBe(false)
  })
})
