import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { isCreditorReference } from '#contracts/money/iban.ts'
import { recharges } from '#contracts/money/recharges.ts'
import { recordFiles } from '#contracts/platform/operations/files.ts'
import { open, textOf } from '#server/kit/pdf/read-pdf.fixture.ts'
import { newCustomer } from '#server/features/money/ledger/ledger.fixture.ts'
import { Client, PASSWORD, useWorld } from '#test/harness.ts'
import { ask, balanceOf, driftOf, keyed, row, setUp } from './recharges.fixture.ts'

const world = useWorld()
let finance: Client
let second: Client
let customer: Client
let accounts: Record<string, string>
beforeAll(async () => {
  ;({ finance, second, customer, accounts } = await setUp(world()))
})

const confirm = (by: Client, id: string, outTradeNo: string, more: object = {}) =>
  by.put('/erp/recharge/confirm', { id, outTradeNo, ...more })
const get = async (by: Client, id: string) => row(await by.get('/erp/recharge/queryById', { id }))
const words = async (pdf: Buffer) => textOf(await open(pdf), 1)
const no = () => `B${randomUUID().slice(0, 12)}`

describe('a recharge', () => {
  test('is asked for, reported paid with a proof, confirmed and credited; the customer learns of it', async () => {
    const before = await balanceOf(world(), 'EUR')
    const asked = row(await ask(customer, accounts.EUR!, '250.50', { payer: 'Li Wei' }))
    expect(asked).toMatchObject({ status: 'draft', amount: '250.50', channel: 'BANK' })
    expect(isCreditorReference(asked.reference)).toBe(true)
    const file = { ownerKind: 'recharge', ownerId: asked.id, kind: 'document' }
    expect(
      (await customer.upload(recordFiles.upload.path, 'p.pdf', '%PDF-1.7\n%%EOF', file)).success,
    ).toBe(true)
    const paid = row(
      await customer.put('/erp/recharge/report', {
        id: asked.id,
        version: asked.version,
        paidOn: '2026-11-03',
      }),
    )
    expect(paid.status).toBe('paid')
    const done = row(await confirm(finance, asked.id, no()))
    expect(done).toMatchObject({
      status: 'confirmed',
      received: '250.50',
      confirmedBy: world().username('finance'),
    })
    expect(await balanceOf(world(), 'EUR')).toBe(before + 25_050n)
    const late = await customer.upload(recordFiles.upload.path, 'q.pdf', '%PDF-1.7\n%%EOF', file)
    expect(late.success).toBe(false)
    await expect
      .poll(async () => {
        const { rows } = await world().db.pool.query(
          `select 1 from sys_announcement where tenant_id = $1 and bus_type = 'rechargeDecided'
            and titile like '%250.50 EUR%'`,
          [world().tenantId],
        )
        return rows.length
      })
      .toBe(1)
  })

  test('the same confirmation fifty times at once credits once; its number opens no other recharge', async () => {
    const before = await balanceOf(world(), 'EUR')
    const one = row(await ask(customer, accounts.EUR!, '10'))
    const other = row(await ask(customer, accounts.EUR!, '10'))
    const trade = no()
    const all = await Promise.all(Array.from({ length: 50 }, () => confirm(finance, one.id, trade)))
    expect(all.every(({ success }) => success)).toBe(true)
    expect(await balanceOf(world(), 'EUR')).toBe(before + 1_000n)
    expect((await confirm(finance, other.id, trade.toLowerCase())).error).toBe(
      'recharge.tradeNoUsed',
    )
    expect((await confirm(finance, one.id, trade, { amount: '9' })).error).toBe(
      'recharge.tradeNoUsed',
    )
    const racing = await Promise.all(
      [other, row(await ask(customer, accounts.EUR!, '10'))].map(({ id }) =>
        confirm(finance, id, `${trade}-2`),
      ),
    )
    expect(racing.filter(({ success }) => success)).toHaveLength(1)
    expect(await balanceOf(world(), 'EUR')).toBe(before + 2_000n)
  })

  test('above what one user confirms alone it takes two with the same facts; parts do not get round it', async () => {
    const before = await balanceOf(world(), 'EUR')
    const big = row(await ask(customer, accounts.EUR!, '1000.01'))
    const trade = no()
    expect(row(await confirm(finance, big.id, trade))).toMatchObject({
      status: 'draft',
      firstBy: world().username('finance'),
    })
    expect((await confirm(finance, big.id, trade)).error).toBe('ledger.secondUser')
    expect((await confirm(second, big.id, no())).error).toBe('recharge.firstDiffers')
    expect(await balanceOf(world(), 'EUR')).toBe(before)
    expect(row(await confirm(second, big.id, trade))).toMatchObject({
      status: 'confirmed',
      firstBy: null,
    })
    expect(await balanceOf(world(), 'EUR')).toBe(before + 100_001n)
    const customerId = await newCustomer(world())
    const parts = row(await ask(finance, accounts.EUR!, '1500', { customerId }))
    expect(row(await confirm(finance, parts.id, no(), { amount: '900' })).status).toBe('paid')
    expect(row(await confirm(finance, parts.id, no(), { amount: '600' }))).toMatchObject({
      status: 'paid',
      received: '900.00',
      firstBy: world().username('finance'),
    })
  })

  test('what the dialog announces is what confirming does, alone or with a second user', async () => {
    const left = async (user: Client, id: string) => (await user.call(recharges.alone, { id })).left
    for (const [currency, most, over] of [
      ['EUR', '1000.00', '400.01'],
      ['JPY', '100000', '99401'],
      ['KWD', '500.000', '0.001'],
    ] as const) {
      const customerId = await newCustomer(world())
      const start = currency === 'KWD' ? '500' : '600'
      const made = row(await ask(finance, accounts[currency]!, start, { customerId })).id
      const next = row(await ask(finance, accounts[currency]!, over, { customerId })).id
      expect(await left(finance, next)).toBe(most)
      expect(row(await confirm(finance, made, no())).status).toBe('confirmed')
      // One unit less than what is asked for next is left: that takes two, of this person only.
      const minor = (text: string) => BigInt(text.replace('.', ''))
      expect(minor(await left(finance, next))).toBe(minor(over) - 1n)
      expect(await left(second, next)).toBe(most)
      expect(row(await confirm(finance, next, no())).firstBy).toBe(world().username('finance'))
    }
    const part = row(
      await ask(finance, accounts.EUR!, '1500', { customerId: await newCustomer(world()) }),
    )
    row(await confirm(finance, part.id, no(), { amount: '900' }))
    expect([await left(finance, part.id), await left(second, part.id)]).toEqual([
      '100.00',
      '100.00',
    ])
    expect((await customer.get(`${recharges.alone.path}?id=${part.id}`)).status).toBe(403)
    const other = await world().otherTenantUser()
    expect((await other.get(`${recharges.alone.path}?id=${part.id}`)).status).toBe(404)
  })

  test('nor do several recharges of one customer on one day', async () => {
    const customerId = await newCustomer(world())
    const ids: string[] = []
    for (const amount of ['600', '300', '200'])
      ids.push(row(await ask(finance, accounts.EUR!, amount, { customerId })).id)
    const [first, second_, third] = ids as [string, string, string]
    row(await confirm(finance, first, no()))
    expect(row(await confirm(finance, second_, no())).status).toBe('confirmed')
    const trade = no()
    expect(row(await confirm(finance, third, trade))).toMatchObject({
      status: 'draft',
      firstBy: world().username('finance'),
    })
    expect(row(await confirm(second, third, trade)).status).toBe('confirmed')
    // Another customer's are counted apart, and so are those of another person.
    const other = row(
      await ask(finance, accounts.EUR!, '600', { customerId: await newCustomer(world()) }),
    )
    expect(row(await confirm(finance, other.id, no())).status).toBe('confirmed')
    const mine = row(await ask(finance, accounts.EUR!, '600', { customerId }))
    expect(row(await confirm(second, mine.id, no())).status).toBe('confirmed')
  })

  test('parts of a refund do not get round the second user', async () => {
    const { id } = row(await ask(customer, accounts.EUR!, '1500'))
    const trade = no()
    row(await confirm(finance, id, trade))
    row(await confirm(second, id, trade))
    const refund = async (by: Client, amount: string) => {
      const { version } = row(await finance.get('/erp/recharge/queryById', { id }))
      return by.put('/erp/recharge/refund', { id, version, amount, reason: 'part' }, keyed())
    }
    expect(row(await refund(second, '900'))).toMatchObject({ refunded: '900.00' })
    expect((await refund(second, '600')).error).toBe('ledger.secondUser')
    expect(row(await refund(finance, '600'))).toMatchObject({ status: 'refunded' })
  })

  test('part payments leave the rest open, over-payments are credited whole', async () => {
    const before = await balanceOf(world(), 'EUR')
    const { id } = row(await ask(customer, accounts.EUR!, '100'))
    expect(row(await confirm(finance, id, no(), { amount: '40' }))).toMatchObject({
      status: 'paid',
      received: '40.00',
    })
    const stale = await get(finance, id)
    expect(
      (await finance.put('/erp/recharge/reject', { id, version: stale.version, reason: 'x' }))
        .error,
    ).toBe('recharge.not.reject')
    expect(row(await confirm(finance, id, no(), { amount: '70' }))).toMatchObject({
      status: 'confirmed',
      received: '110.00',
    })
    expect(await balanceOf(world(), 'EUR')).toBe(before + 11_000n)
    expect((await confirm(finance, id, no(), { amount: '1' })).error).toBe('recharge.not.confirm')
  })

  test('is refunded in parts, never beyond what came, and is refunded once all went back', async () => {
    const before = await balanceOf(world(), 'EUR')
    const { id } = row(await ask(customer, accounts.EUR!, '100'))
    await confirm(finance, id, no(), { amount: '60' })
    await confirm(finance, id, no(), { amount: '40' })
    const refund = async (amount: string, headers = keyed()) => {
      const { version } = await get(finance, id)
      return finance.put(
        '/erp/recharge/refund',
        { id, version, amount, reason: 'Asked for' },
        headers,
      )
    }
    expect(row(await refund('50'))).toMatchObject({ status: 'confirmed', refunded: '50.00' })
    expect((await refund('50.01')).error).toBe('recharge.refundTooMuch')
    const { version } = await get(finance, id)
    const both = await Promise.all(
      [1, 2].map(() =>
        finance.put(
          '/erp/recharge/refund',
          { id, version, amount: '30', reason: 'Twice' },
          keyed(),
        ),
      ),
    )
    expect(both.map(({ code }) => code).toSorted()).toEqual([200, 409])
    expect(row(await refund('20'))).toMatchObject({ status: 'refunded', refunded: '100.00' })
    expect((await refund('1')).error).toBe('recharge.not.refund')
    expect(await balanceOf(world(), 'EUR')).toBe(before)
    expect(
      (await finance.put('/erp/recharge/refund', { id, version, amount: '1', reason: 'x' }))
        .success,
    ).toBe(false)
  })

  test('yen and dinars: decimals of the currency, no more', async () => {
    const yen = row(await ask(customer, accounts.JPY!, '12000'))
    expect(row(await confirm(finance, yen.id, no()))).toMatchObject({ received: '12000' })
    expect(await balanceOf(world(), 'JPY')).toBe(12_000n)
    const dinar = row(await ask(customer, accounts.KWD!, '1.255'))
    expect(row(await confirm(finance, dinar.id, no()))).toMatchObject({ received: '1.255' })
    for (const [currency, amount] of [
      ['JPY', '1.5'],
      ['KWD', '1.0001'],
      ['EUR', '0'],
      ['EUR', '-5'],
      ['EUR', '1e3'],
    ] as const)
      expect([amount, (await ask(customer, accounts[currency]!, amount)).code]).toEqual([
        amount,
        400,
      ])
  })

  test('is rejected with a reason, and has a slip before and a receipt after it was credited', async () => {
    const asked = row(await ask(customer, accounts.EUR!, '77'))
    const paper = (by: Client, what: string, id = asked.id) =>
      by.get(`/erp/recharge/${what}`, { id })
    expect((await paper(customer, 'receipt')).error).toBe('recharge.noReceipt')
    const slip = await paper(customer, 'slip')
    expect(await words(slip.bytes)).toContain('77.00 EUR')
    await confirm(finance, asked.id, no())
    expect((await paper(customer, 'slip')).error).toBe('recharge.noSlip')
    const receipt = await words((await paper(customer, 'receipt')).bytes)
    expect(receipt).toContain(asked.reference)
    const wrong = row(await ask(customer, accounts.EUR!, '5'))
    const rejected = await finance.put('/erp/recharge/reject', {
      id: wrong.id,
      version: wrong.version,
      reason: 'No money',
    })
    expect(row(rejected)).toMatchObject({ status: 'rejected', reason: 'No money' })
    expect((await confirm(finance, wrong.id, no())).error).toBe('recharge.not.confirm')
  })

  test('without a key, to a disabled or a provider account it is not taken', async () => {
    const body = { receivingAccountId: accounts.EUR, amount: '1' }
    expect((await customer.post('/erp/recharge/add', body)).success).toBe(false)
    const psp = row(
      await finance.post('/erp/receivingAccount/add', {
        code: no(),
        name: 'P',
        kind: 'PSP',
        bankName: 'Provider',
        currency: 'EUR',
      }),
    )
    expect((await ask(customer, psp.id, '1')).code).toBe(400)
    const offered = (await customer.get('/erp/recharge/payTo')).result as {
      id: string
      currency: string
      usual: boolean
    }[]
    const usual = offered.map((one) => one.currency === 'EUR')
    expect([offered.map((one) => one.usual), usual[0]]).toEqual([usual, true])
    expect(usual.lastIndexOf(true)).toBe(usual.filter(Boolean).length - 1)
    expect(offered.map(({ id }) => id)).not.toContain(psp.id)
    expect(offered.map(({ id }) => id)).toContain(accounts.EUR)
  })
})

describe('access', () => {
  test('customers decide nothing, see nothing of others; sub-accounts and other staff have none of it', async () => {
    const asked = row(await ask(customer, accounts.EUR!, '33'))
    const other = await world().as('otherCustomer')
    const stranger = await world().otherTenantUser()
    const { id, version } = asked
    for (const by of [other, stranger]) {
      expect((await by.get('/erp/recharge/queryById', { id })).code).toBe(404)
      expect((await by.get('/erp/recharge/slip', { id })).code).toBe(404)
      expect(
        (await by.put('/erp/recharge/report', { id, version, paidOn: '2026-11-03' })).success,
      ).toBe(false)
    }
    expect((await confirm(stranger, id, no())).code).toBe(404)
    for (const by of [customer, other, await world().as('sub'), await world().as('service')]) {
      expect((await confirm(by, id, no())).status).toBe(403)
      const money = await by.put(
        '/erp/recharge/refund',
        { id, version, amount: '1', reason: 'x' },
        keyed(),
      )
      expect(money.status).toBe(403)
      expect((await by.get('/erp/bankLine/list')).status).toBe(403)
      expect((await by.put('/erp/recharge/limits', { limits: [] })).status).toBe(403)
    }
    for (const role of ['sub', 'warehouse', 'sales', 'service'] as const) {
      const by = await world().as(role)
      expect((await by.get('/erp/recharge/list')).status).toBe(403)
      expect((await ask(by, accounts.EUR!, '1')).status).toBe(403)
    }
    const forOther = row(
      await ask(customer, accounts.EUR!, '1', { customerId: world().otherCustomerId }),
    )
    expect(forOther.customerId).toBe(world().customerId)
    expect((await finance.put('/erp/recharge/limits', { limits: [] })).status).toBe(403)
  })
})

test('what was credited and refunded is what the ledger holds', async () => {
  const { rows } = await world().db.pool.query<{ currency: string; kept: string }>(
    `select currency, sum(received - refunded)::text as kept from recharge
      where tenant_id = $1 and customer_id = $2 group by currency`,
    [world().tenantId, world().customerId],
  )
  for (const { currency, kept } of rows)
    expect([currency, await balanceOf(world(), currency)]).toEqual([currency, BigInt(kept)])
  expect(await driftOf(world())).toEqual([])
})

test('above the limit no administrator confirms or refunds in the session of finance', async () => {
  const { rows } = await world().db.pool.query<{ id: string }>(
    'select id from sys_user where username = $1',
    [world().username('finance')],
  )
  await second.post('/sys/stepUp', { password: PASSWORD })
  const taken = await second.post('/sys/user/loginAs', { id: rows[0]!.id, reason: 'to see' })
  const inside = new Client(world().base, (taken.result as { token: string }).token)
  const small = row(await ask(customer, accounts.EUR!, '10.00'))
  expect((await confirm(inside, small.id, no())).success).toBe(true)
  const large = row(await ask(customer, accounts.EUR!, '5000.00'))
  expect((await confirm(inside, large.id, no())).error).toBe('accountRequest.notOwnSession')
})
