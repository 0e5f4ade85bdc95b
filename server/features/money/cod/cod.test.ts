import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { XmlDocument, XsdValidator } from 'libxml2-wasm'
import { beforeAll, describe, expect, test } from 'vitest'
import { formatMoney } from '#contracts/kit/money.ts'
import { codLimitsOf } from '#contracts/money/cod/cod-limits.ts'
import { codLines } from '#contracts/money/cod/cod-remittances.ts'
import { cod } from '#contracts/money/cod/cod.ts'
import { driftOf, keyed } from '#server/features/money/recharges/recharges.fixture.ts'
import { useWorld } from '#test/harness.ts'
import { inCod } from './cod.fixture.ts'
import type { CodOrder } from './index.ts'
import { sepaText, sepaTransfer } from './sepa-transfer.ts'

/** The EPC's schema of a credit transfer, see test/fixtures/README.md. */
const SCHEMA = join(import.meta.dirname, '../../../../test/fixtures/pain.001.001.09.epc.xsd')

const world = useWorld()
let at: Awaited<ReturnType<typeof inCod>>
beforeAll(async () => {
  at = await inCod(world())
})
const bulk = (answer: { result: unknown }) =>
  (answer.result as { rows: { ok: boolean; code: string | null }[] }).rows
const decide = (ids: string[], decision: string) =>
  at.finance.put('/erp/codLine/decide', { ids, decision, reason: 'agreed' })

describe('from the door to the bank', () => {
  test.each([
    ['EUR', '49.90', 4990n],
    ['JPY', '4990', 4990n],
    ['KWD', '4.990', 4990n],
  ])('in %s: owed by the carrier, remitted, paid out', async (currency, amount, minor) => {
    const who = await at.customer()
    const order = await at.order(who, amount, currency, 'out')
    expect(await at.item(order)).toMatchObject({ status: 'waiting', expected: amount })
    expect(await at.ledger(who, currency)).toEqual({})
    await at.move(order, 'delivered')
    expect(await at.ledger(who, currency)).toEqual({ 'cod:carrier': -minor, 'cod:expected': minor })
    const answer = await at.remit([[order.trackNo!, amount, currency]], {
      receivingAccountId: at.accounts[currency],
    })
    expect(answer.result).toMatchObject({ total: 1, added: 1, matched: 1, differing: 0 })
    expect(await at.item(order)).toMatchObject({ status: 'remitted', due: amount })
    expect(await at.ledger(who, currency)).toMatchObject({
      'cod:carrier': 0n,
      'cod:expected': 0n,
      'cod:owed': minor,
    })
    const [owed] = await at.owed(who)
    expect(owed).toMatchObject({ currency, amount, items: 1 })
    const made = await at.run([owed!], at.finance, currency)
    const [payout] = made.result as { id: string; status: string }[]
    expect(payout).toMatchObject({ status: 'ordered' })
    expect(await at.ledger(who, currency)).toMatchObject({ 'cod:owed': minor })
    expect(bulk(await at.finance.put('/erp/codPayout/pay', { ids: [payout!.id] }))).toMatchObject([
      { ok: true },
    ])
    expect(await at.ledger(who, currency)).toMatchObject({ 'cod:owed': 0n })
    expect(await at.item(order)).toMatchObject({ status: 'paid' })
    const pdf = await at.finance.raw('GET', `/erp/codPayout/statement?id=${payout!.id}`, {})
    expect(pdf.status).toBe(200)

    const { version } = await at.payout(payout!.id)
    const back = await at.finance.put('/erp/codPayout/returned', {
      id: payout!.id,
      version,
      reason: 'account closed',
    })
    expect(back.result).toMatchObject({ status: 'returned' })
    expect(await at.item(order)).toMatchObject({ status: 'remitted', paidOn: null })
    expect(await at.owed(who)).toMatchObject([{ amount }])
    expect(await driftOf(world())).toEqual([])
  })

  test('never collected: what is returned is not owed, also after a wrong delivery scan', async () => {
    const who = await at.customer()
    const order = await at.order(who, '10.00')
    await at.move(order, 'ended')
    expect(await at.item(order)).toMatchObject({ status: 'cancelled', deliveredAt: null })
    expect(await at.ledger(who)).toEqual({ 'cod:carrier': 0n, 'cod:expected': 0n })
    await at.remit([[order.shipmentNo, '10.00']])
    expect(await at.line(order.shipmentNo)).toMatchObject({ kind: 'closed', state: 'open' })
    expect(await at.owed(who)).toEqual([])
    await at.move(order, 'delivered')
    expect(await at.item(order)).toMatchObject({ status: 'open' })
    expect(await at.ledger(who)).toMatchObject({ 'cod:carrier': -1000n })
  })
})

describe("a carrier's file", () => {
  test('twice, at the same time and saved again, is taken once', async () => {
    const who = await at.customer()
    const order = await at.order(who, '20.00')
    const rows = [[order.trackNo!, '20.00']] as const
    const both = await Promise.all([at.remit(rows), at.remit(rows)])
    expect(both.map(({ result }) => (result as { added: number }).added).toSorted()).toEqual([0, 1])
    const again = await at.remit([...rows, ['', '']])
    expect(again.result).toMatchObject({ added: 0, repeated: 1 })
    expect(await at.ledger(who)).toMatchObject({ 'cod:owed': 2000n })
  })

  test('a reference alone names no order, nor does a number of another carrier', async () => {
    const who = await at.customer()
    const mine = await at.order(who, '30.00')
    const { pool } = world().db
    const others = await pool.query<{ id: string }>(
      `insert into supplier (tenant_id, code, name) values ($1, $2, $2) returning id`,
      [world().tenantId, `S${Date.now().toString(36)}`],
    )
    const supplierId = others.rows[0]!.id
    await at.remit([[mine.reference!, '30.00']])
    await at.remit([[mine.trackNo!, '30.00']], { supplierId })
    expect(await at.line(mine.reference!)).toMatchObject({ kind: 'unknown' })
    expect(await at.line(mine.trackNo!)).toMatchObject({ kind: 'unknown' })
    expect((await at.item(mine)).status).toBe('open')
    // The dialog suggests it for its own carrier's line, and refuses it for the other's.
    const item = await at.item(mine)
    const suggested = async (number: string) =>
      at.finance.call(codLines.suggest, { id: (await at.line(number)).id })
    expect(await suggested(mine.reference!)).toMatchObject([{ itemId: item.id, why: 'both' }])
    expect(await suggested(mine.trackNo!)).toEqual([])
    const { id } = await at.line(mine.trackNo!)
    const refused = await at.finance.put(codLines.assign.path, { id, itemId: item.id })
    expect(refused.error).toBe('cod.otherCarrier')
    expect((await at.remit([[mine.trackNo!, '30.00']])).result).toMatchObject({ matched: 1 })
  })

  test('what differs waits for a decision: too little, too much, unknown, twice, another currency', async () => {
    const who = await at.customer()
    const orders = await Promise.all(
      ['30.00', '30.00', '30.00', '30.00', '30.00'].map((one) => at.order(who, one)),
    )
    const [short, over, twice, other, claimed] = orders as [
      CodOrder,
      CodOrder,
      CodOrder,
      CodOrder,
      CodOrder,
    ]
    const answer = await at.remit([
      [short.trackNo!, '25.00'],
      [over.trackNo!, '31.00'],
      [twice.trackNo!, '30.00'],
      [twice.trackNo!, '30.00', 'EUR', '2026-11-01'],
      [other.trackNo!, '30.00', 'PLN'],
      [claimed.shipmentNo, '29.00'],
      ['NOBODY-1', '7.00'],
      ['NOBODY-2', 'abc'],
    ])
    expect(answer.result).toMatchObject({
      added: 7,
      matched: 1,
      differing: 6,
      errors: [{ code: 'bank.amount', value: 'abc' }],
    })
    const of = async (number: string, kind: string) => (await at.line(number, { kind })).id
    const ids = {
      short: await of(short.trackNo!, 'short'),
      over: await of(over.trackNo!, 'over'),
      twice: await of(twice.trackNo!, 'twice'),
      currency: await of(other.trackNo!, 'currency'),
      claimed: await of(claimed.shipmentNo, 'short'),
      unknown: await of('NOBODY-1', 'unknown'),
    }
    expect(bulk(await decide([ids.short, ids.twice], 'accept'))).toMatchObject([
      { ok: true },
      { ok: true },
    ])
    expect(await at.item(short)).toMatchObject({ status: 'remitted', due: '30.00' })
    expect(bulk(await decide([ids.over], 'writeOff'))).toMatchObject([{ ok: true }])
    expect(await at.item(over)).toMatchObject({ status: 'remitted', due: '31.00' })
    expect(bulk(await decide([ids.unknown], 'writeOff'))).toMatchObject([{ code: 'cod.noOrder' }])
    expect(bulk(await decide([ids.short], 'accept'))).toMatchObject([{ code: 'cod.decided' }])
    expect(bulk(await decide([ids.claimed], 'claim'))).toMatchObject([{ ok: true }])
    await at.remit([[claimed.shipmentNo, '1.00']])
    expect(await at.item(claimed)).toMatchObject({ status: 'remitted', due: '30.00' })
    expect(await at.line(claimed.shipmentNo, { kind: 'short' })).toMatchObject({ state: 'decided' })

    const item = await at.item(other)
    const wrong = await at.finance.put('/erp/codLine/assign', { id: ids.currency, itemId: item.id })
    expect(wrong.error).toBe('cod.decided')
    const assigned = await at.finance.put('/erp/codLine/assign', {
      id: ids.unknown,
      itemId: item.id,
    })
    expect(assigned.result).toMatchObject({ kind: 'short', state: 'open', difference: '-23.00' })
    const rest = await at.finance.put('/erp/cod/writeOff', {
      ids: [item.id],
      bearer: 'customer',
      reason: 'carrier is insolvent',
    })
    expect(bulk(rest)).toMatchObject([{ ok: true }])
    expect(await at.item(other)).toMatchObject({ status: 'remitted', due: '7.00' })
    expect(await at.owed(who)).toMatchObject([{ amount: '128.00', items: 5 }])
    expect(await at.ledger(who)).toMatchObject({ 'cod:carrier': 0n, 'cod:expected': 0n })
    expect(await driftOf(world())).toEqual([])
  })

  test('random files: entries sum to 0, an order is remitted at most once, none is paid more than came', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.bigInt(1n, 99_999n), { minLength: 1, maxLength: 4 }),
        fc.array(
          fc.record({
            at: fc.nat(5),
            part: fc.constantFrom(1n, 2n, 3n),
            of: fc.constantFrom(1n, 2n),
          }),
          { maxLength: 8 },
        ),
        async (amounts, lines) => {
          const who = await at.customer()
          const text = (minor: bigint) => formatMoney({ minor, currency: 'EUR' })
          const orders: CodOrder[] = []
          for (const minor of amounts) orders.push(await at.order(who, text(minor)))
          await at.remit(
            lines.map(({ at: which, part, of }, no) => {
              const order = orders[which]
              const minor = ((order?.minor ?? 500n) * part) / of
              return [order?.trackNo ?? `X-${who}-${no}`, text(minor > 0n ? minor : 1n)]
            }),
          )
          const sums = await at.ledger(who)
          const items = await Promise.all(orders.map((order) => at.item(order)))
          const minorOf = (value: string | null) => BigInt((value ?? '0').replace('.', ''))
          const settled = items.filter(({ status }) => status === 'remitted')
          for (const one of settled) expect(one.collected).toBe(one.expected)
          const due = settled.reduce((sum, { due: of }) => sum + minorOf(of), 0n)
          const came = items.reduce((sum, { collected }) => sum + minorOf(collected), 0n)
          expect(sums['cod:owed'] ?? 0n).toBe(due)
          expect(due).toBeLessThanOrEqual(came)
          expect(Object.values(sums).reduce((sum, one) => sum + one, 0n)).toBe(0n)
          expect((await at.owed(who)).map(({ amount }) => amount)).toEqual(
            due > 0n ? [text(due)] : [],
          )
        },
      ),
      { numRuns: 12 },
    )
    expect(await driftOf(world())).toEqual([])
  })
})

describe('payouts', () => {
  const remitted = async (amount: string) => {
    const who = await at.customer()
    const order = await at.order(who, amount)
    await at.remit([[order.trackNo!, amount]])
    return { who, order, owed: (await at.owed(who))[0]! }
  }

  test('two runs at once pay once; an amount that is not what is owed is refused', async () => {
    const { who, owed } = await remitted('60.00')
    const both = await Promise.all([at.run([owed]), at.run([owed], at.second)])
    expect(both.filter(({ success }) => success)).toHaveLength(1)
    expect(both.find(({ success }) => !success)?.error).toBe('cod.owedChanged')
    const [made] = both.find(({ success }) => success)!.result as { id: string; version: number }[]
    const { version } = await at.payout(made!.id)
    const cancelled = await at.finance.put('/erp/codPayout/cancel', {
      id: made!.id,
      version,
      reason: 'wrong day',
    })
    expect(cancelled.result).toMatchObject({ status: 'cancelled' })
    expect((await at.run([{ ...owed, amount: '59.99' }])).error).toBe('cod.owedChanged')
    const answers = await Promise.all([at.run([owed]), at.run([owed]), at.run([owed])])
    expect(answers.filter(({ success }) => success)).toHaveLength(1)
    expect(await at.owed(who)).toEqual([])
  })

  test('above the limit of one user a second one approves it', async () => {
    const { owed } = await remitted('1500.00')
    const [made] = (await at.run([owed])).result as { id: string; status: string }[]
    expect(made).toMatchObject({ status: 'waiting' })
    const { version } = await at.payout(made!.id)
    const approve = { id: made!.id, version }
    expect((await at.finance.put('/erp/codPayout/approve', approve)).error).toBe(
      'ledger.secondUser',
    )
    expect(bulk(await at.finance.put('/erp/codPayout/pay', { ids: [made!.id] }))).toMatchObject([
      { code: 'cod.payoutState' },
    ])
    const done = await at.second.put('/erp/codPayout/approve', approve)
    expect(done.result).toMatchObject({ status: 'ordered' })
    const file = await at.finance.raw('POST', '/erp/codPayout/sepaFile', {
      body: { ids: [made!.id] },
    })
    expect(file.status).toBe(200)
    const cancel = { ...approve, version: version + 2, reason: 'late' }
    expect((await at.finance.put('/erp/codPayout/cancel', cancel)).error).toBe('cod.payoutState')
  })

  test('to the balance only where the company set it so', async () => {
    const { who, owed, order } = await remitted('70.00')
    const { version } = await at.finance.call(cod.setting, {})
    const set = await at.finance.call(cod.saveSetting, { payTo: 'balance', version })
    try {
      const [made] = (await at.run([owed])).result as { status: string }[]
      expect(made).toMatchObject({ status: 'paid' })
      expect(await at.ledger(who)).toMatchObject({ 'customer:': 7000n, 'cod:owed': 0n })
      expect(await at.item(order)).toMatchObject({ status: 'paid' })
    } finally {
      await at.finance.call(cod.saveSetting, { payTo: 'bank', version: set.version })
    }
  })

  test('a customer sees its own alone; who may not pay is refused', async () => {
    const order = await at.order(world().customerId, '33.00')
    await at.remit([[order.trackNo!, '33.00']])
    const { who } = await remitted('44.00')
    const [customer, sales, sub] = await Promise.all([
      world().as('customer'),
      world().as('sales'),
      world().as('sub'),
    ])
    const mine = (await customer.get('/erp/cod/list', { pageSize: 200 })).result as {
      records: { customerId: string; supplierId?: string }[]
    }
    expect(new Set(mine.records.map(({ customerId }) => customerId))).toEqual(
      new Set([world().customerId]),
    )
    expect(mine.records.every((row) => row.supplierId === undefined)).toBe(true)
    const owed = (await customer.get('/erp/codPayout/owed')).result as { customerId: string }[]
    expect(owed.every(({ customerId }) => customerId === world().customerId)).toBe(true)
    expect((await customer.get('/erp/cod/bank', { customerId: who })).success).toBe(false)
    expect((await customer.get('/erp/codLine/list')).status).toBe(403)
    for (const one of [customer, sales, sub])
      expect((await one.post('/erp/codPayout/run', { rows: [] }, keyed())).status).toBe(403)
    expect((await sub.get('/erp/cod/list')).status).toBe(403)
  })
})

test('what a service collects is a list of currencies with their most', () => {
  expect(codLimitsOf('EUR 3000, jpy 50000；KWD 1.250')).toEqual(
    new Map([
      ['EUR', 300_000n],
      ['JPY', 50_000n],
      ['KWD', 1_250n],
    ]),
  )
  expect(codLimitsOf('')).toEqual(new Map())
  for (const wrong of ['EUR', '3000', 'EUR -1', 'EUR 0', 'XXQ 10', 'JPY 1.5', 'EUR 1, EUR 2'])
    expect(codLimitsOf(wrong), wrong).toBeNull()
})

test('a SEPA file keeps the schema whatever a name has', () => {
  const schema = XsdValidator.fromDoc(XmlDocument.fromString(readFileSync(SCHEMA, 'utf8')))
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          name: fc.string({ maxLength: 90, unit: 'binary' }),
          minor: fc.bigInt(1n, 10n ** 11n - 1n),
        }),
        { minLength: 1, maxLength: 5 },
      ),
      (rows) => {
        const xml = sepaTransfer({
          messageId: 'CP0000000001',
          createdAt: '2026-11-23T10:00:00Z',
          executeOn: '2026-11-23',
          debtor: { name: 'Parcelyard <GmbH> & Co.', iban: 'DE75512108001245126199', bic: null },
          transfers: rows.map(({ name, minor }, no) => ({
            name: `A${name}`,
            iban: 'DE89370400440532013000',
            bic: no % 2 ? 'COBADEFFXXX' : null,
            endToEndId: `CP000000000${no}`,
            minor,
            text: `COD ${name}`,
          })),
        })
        const document = XmlDocument.fromString(xml)
        try {
          schema.validate(document)
        } finally {
          document.dispose()
        }
      },
    ),
    { numRuns: 40 },
  )
  expect(sepaText('Łukasz Müller & Søn', 70)).toBe('Lukasz Mueller + Son')
  expect(sepaText('Đặng Văn Nam', 70)).toBe('Dang Van Nam')
  expect(sepaText('深圳市环宇', 70)).toBe('Shen Zhen Shi Huan Yu')
  const broken = XmlDocument.fromString(
    '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"><CstmrCdtTrfInitn/></Document>',
  )
  expect(() => schema.validate(broken)).toThrow()
})
