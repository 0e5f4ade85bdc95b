import { beforeAll, expect, test } from 'vitest'
import { formatMoney } from '#contracts/kit/money.ts'
import { charging } from '#contracts/orders/charging.ts'
import { PARCEL } from '#contracts/orders/shipments.states.ts'
import { parcel, type MadeOrder } from '#test/orders.ts'
import { useWorld } from '#test/harness.ts'
import { inCharging, minorOf } from './charging.fixture.ts'
import { createRole, createUser } from '#server/features/platform/users/users.fixture.ts'

const world = useWorld()
const {
  charges,
  confirm,
  customer,
  detail,
  drift,
  order,
  print,
  query,
  service,
  standing,
  switchOn,
} = inCharging(world)
let serviceId: string
beforeAll(async () => {
  await switchOn()
  serviceId = await service('ECO-PARCEL', '1')
  const finance = await world().as('finance')
  const { version, chargingFrom } = await finance.call(charging.setting, {})
  await finance.call(charging.saveSetting, {
    chargingFrom,
    handlingFees: [],
    returnFees: [{ currency: 'EUR', amount: '3.50' }],
    destroyFees: [{ currency: 'EUR', amount: '1.20' }],
    lostGoesBack: true,
    version,
  })
})

/** A charged order of one parcel in a state, and what its customer has. */
async function charged(state: number) {
  const who = await customer(10_000_000n)
  const made = await order(who, { serviceId, parcels: [parcel()] })
  await confirm([made.id])
  await print([made.id])
  await query('update parcel set parcel_status = $2 where shipment_id = $1', [made.id, state])
  const price = minorOf((await detail(made)).amount)
  return { who, made, price }
}
const move = async (verb: string, id: string) => {
  const manager = await world().as('manager')
  const answer = await manager.put(`/erp/shipment/${verb}`, { ids: [id], reason: 'x' })
  expect(answer, JSON.stringify(answer)).toMatchObject({ result: { done: 1 } })
}

test.each([
  ['returned', PARCEL.RETURNING, 350n],
  ['destroy', PARCEL.HELD, 120n],
])('%s: a fee comes on top of what was charged, once', async (verb, from, fee) => {
  const { who, made, price } = await charged(from)
  await move(verb, made.id)
  expect(await standing(who)).toEqual({ balance: 10_000_000n - price - fee, held: 0n })
  expect((await charges(made)).map(({ state }) => state)).toEqual(['charged'])
  expect(await drift()).toEqual({ drift: [], same: true })
})

test.each(['EUR', 'JPY', 'KWD'])(
  'what ending orders gives back, frees and leaves uncharged is named to those who see prices (%s)',
  async (currency) => {
    const who = await customer(10_000_000n, currency)
    const made: MadeOrder[] = []
    for (const method of ['1', '1', '4', '4', '2', '3', '5']) {
      const paidBy = await service('EXP-AIR', method, currency)
      made.push(await order(who, { serviceId: paidBy, parcels: [parcel()] }))
      await confirm([made.at(-1)!.id])
    }
    const [reserved, paid, later, billed, inbound, outbound] = made
    const ids = made.map(({ id }) => id)
    const manager = await world().as('manager')
    const asked = (client = manager) => client.call(charging.ending, { ids })
    await print([paid!.id, billed!.id])
    const sum = async (...of: typeof made) => {
      const prices = await Promise.all(of.map(async (one) => minorOf((await detail(one)).amount)))
      return formatMoney({ minor: prices.reduce((all, one) => all + one, 0n), currency })
    }
    const before = await asked()
    expect(before).toEqual([
      {
        currency,
        charged: await sum(paid!),
        held: await sum(reserved!, later!, billed!),
        waiting: await sum(inbound!, outbound!),
      },
    ])
    const role = await createRole(world(), 'tenant', ['ship:b2c:list', 'ship:price:quote'])
    const quoting = await (await createUser(world(), [role], {})).client()
    expect(await asked(quoting), 'who may only quote').toEqual(before)
    const blindRole = await createRole(world(), 'tenant', ['ship:b2c:list'])
    expect(await asked(await (await createUser(world(), [blindRole], {})).client())).toEqual([])
    expect(await asked(await world().as('otherCustomer'))).toEqual([])
    expect(await asked(await world().otherTenantUser())).toEqual([])
    await manager.put('/erp/shipment/cancel', { ids, reason: 'x' })
    expect(await asked()).toEqual([])
    expect(await standing(who)).toEqual({ balance: 10_000_000n, held: 0n })
    expect(await standing(who, 'receivable')).toEqual({ balance: 0n, held: 0n })
  },
)

test('lost: what was charged goes back', async () => {
  const { who, made } = await charged(PARCEL.IN_TRANSIT)
  await move('lost', made.id)
  expect(await standing(who)).toEqual({ balance: 10_000_000n, held: 0n })
  expect((await charges(made)).map(({ state }) => state)).toEqual(['refunded'])
  expect(await drift()).toEqual({ drift: [], same: true })
})
