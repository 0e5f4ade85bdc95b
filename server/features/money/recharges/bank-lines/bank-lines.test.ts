import { beforeAll, expect, test } from 'vitest'
import { recharges } from '#contracts/money/recharges.ts'
import type { Client } from '#test/harness.ts'
import { newCustomer } from '#server/features/money/ledger/ledger.fixture.ts'
import { useWorld } from '#test/harness.ts'
import { camt, type CamtEntry } from '../bank-files/bank-files.fixture.ts'
import { ask, balanceOf, driftOf, newAccount, row, setUp } from '../recharges.fixture.ts'

const world = useWorld()
let finance: Client
let second: Client
let customer: Client
let bank = ''
beforeAll(async () => {
  ;({ finance, second, customer } = await setUp(world()))
  bank = await newAccount(finance, { currency: 'EUR', iban: 'DE89370400440532013000' })
})

interface Line extends Record<string, unknown> {
  id: string
  status: string
  suggestedId: string | null
}
let count = 0
const entry = (amount: string, text: string, more: Partial<CamtEntry> = {}): CamtEntry => ({
  amount,
  text,
  sign: 'CRDT',
  payer: 'Li Wei',
  id: `BK${++count}`,
  ...more,
})
const send = (entries: readonly CamtEntry[], by = finance) =>
  by.upload('/erp/recharge/importBank', 's.xml', camt('08', entries), { receivingAccountId: bank })
const lines = async (status = 'open') =>
  (
    (await finance.get('/erp/bankLine/list', { status, pageSize: 100 })).result as {
      records: Line[]
    }
  ).records
const lineOf = async (bankId: string, status = 'open') =>
  (await lines(status)).find((line) => line.bankId === bankId)!

test('a file twice adds nothing, also when sent at the same time; outgoing money is no work', async () => {
  const file = [entry('5.00', 'a'), entry('6.00', 'b', { sign: 'DBIT' })]
  const both = await Promise.all([send(file), send(file)])
  const added = both.map(({ result }) => (result as { added: number }).added)
  expect(added.toSorted()).toEqual([0, 2])
  expect((await send(file)).result).toMatchObject({ total: 2, added: 0, repeated: 2 })
  expect((await lines('out')).map(({ amount }) => amount)).toContain('-6.00')
  const other = await finance.upload(
    '/erp/recharge/importBank',
    's.xml',
    camt('08', file).replace('DE89370400440532013000', 'DE75512108001245126199'),
    { receivingAccountId: bank },
  )
  expect(other.error).toBe('bank.otherAccount')
})

test('sure ones are credited together: reference and amount fit; the others stay on the worklist', async () => {
  const before = await balanceOf(world(), 'EUR')
  const [fits, short] = [
    row(await ask(customer, bank, '120')),
    row(await ask(customer, bank, '80')),
  ]
  const file = [
    entry('120.00', `Recharge ${fits.reference}`),
    entry('50.00', `x ${short.reference}`),
    entry('9.00', 'no reference'),
  ]
  expect((await send(file)).result).toMatchObject({ added: 3, suggested: 2 })
  const own = await Promise.all(file.map(({ id }) => lineOf(id)))
  const ids = own.map(({ id }) => id)
  const result = await finance.put('/erp/bankLine/matchSure', { ids })
  expect(result.result).toMatchObject({ done: 1, failed: 2 })
  expect(await balanceOf(world(), 'EUR')).toBe(before + 12_000n)
  const again = await finance.put('/erp/bankLine/matchSure', { ids })
  expect(again.result).toMatchObject({ done: 0, failed: 3 })
  const alone = async (id: string) => (await finance.call(recharges.alone, { id })).line
  expect(await alone(short.id)).toMatchObject({ bookedOn: expect.any(String), amount: '50.00' })
  expect(await alone(fits.id), 'matched already').toBeNull()
  // A part payment by hand: the rest stays open.
  const [part] = own.filter(({ suggestedId }) => suggestedId === short.id)
  const hints = (await finance.get('/erp/bankLine/suggest', { id: part!.id })).result as object[]
  expect(hints[0]).toMatchObject({ id: short.id, why: 'reference', open: '80.00' })
  row(await finance.put('/erp/bankLine/match', { id: part!.id, rechargeId: short.id }))
  const stored = row(await finance.get('/erp/recharge/queryById', { id: short.id }))
  expect(stored).toMatchObject({ status: 'paid', received: '50.00' })
  expect(await balanceOf(world(), 'EUR')).toBe(before + 17_000n)
})

test('a movement of another currency with the reference is no payment of the recharge', async () => {
  const { id, reference } = row(await ask(customer, bank, '70'))
  const yen = await newAccount(finance, { currency: 'JPY', iban: 'DE89370400440532013000' })
  const file = entry('7000', reference)
  const sent = await finance.upload(
    '/erp/recharge/importBank',
    's.xml',
    camt('08', [file], 'JPY'),
    { receivingAccountId: yen },
  )
  expect(sent.result).toMatchObject({ added: 1 })
  expect(await lineOf(file.id)).toMatchObject({ suggestedId: id })
  expect((await finance.call(recharges.alone, { id })).line).toBeNull()
})

test('what was confirmed by hand before the file came is linked and not credited again', async () => {
  const before = await balanceOf(world(), 'EUR')
  const { id, reference } = row(await ask(customer, bank, '61'))
  row(await finance.put('/erp/recharge/confirm', { id, outTradeNo: 'BY-HAND-1' }))
  const file = entry('61.00', reference)
  await send([file])
  const line = await lineOf(file.id)
  const matched = await finance.put('/erp/bankLine/match', { id: line.id, rechargeId: id })
  expect(row(matched)).toMatchObject({ status: 'matched', rechargeId: id })
  expect(await balanceOf(world(), 'EUR')).toBe(before + 6_100n)
})

test('one movement is credited once, however many ask; above the limit not by who brought the file', async () => {
  const before = await balanceOf(world(), 'EUR')
  const { id: rechargeId } = row(await ask(customer, bank, '2000'))
  const file = entry('2000.00', 'no reference')
  await send([file])
  const { id } = await lineOf(file.id)
  const match = (by: Client) => by.put('/erp/bankLine/match', { id, rechargeId })
  expect((await match(finance)).error).toBe('ledger.secondUser')
  const all = await Promise.all(Array.from({ length: 10 }, () => match(second)))
  expect(all.filter(({ success }) => success)).toHaveLength(1)
  expect(await balanceOf(world(), 'EUR')).toBe(before + 200_000n)
})

test('parts of a recharge do not get round the second user', async () => {
  const { id: rechargeId } = row(await ask(customer, bank, '1200'))
  const files = [entry('700.00', 'part one'), entry('500.00', 'part two')]
  await send(files)
  const [one, two] = await Promise.all(files.map(({ id }) => lineOf(id)))
  row(await finance.put('/erp/bankLine/match', { id: one!.id, rechargeId }))
  const rest = (by: Client) => by.put('/erp/bankLine/match', { id: two!.id, rechargeId })
  expect((await rest(finance)).error).toBe('ledger.secondUser')
  row(await rest(second))
})

test('several movements of one customer on one day do not get round the second user', async () => {
  const customerId = await newCustomer(world())
  const files = [entry('700.00', 'one'), entry('500.00', 'two')]
  await send(files)
  const [one, two] = await Promise.all(files.map(({ id }) => lineOf(id)))
  const assign = (by: Client, id: string) => by.put('/erp/bankLine/assign', { id, customerId })
  row(await assign(finance, one!.id))
  expect((await assign(finance, two!.id)).error).toBe('ledger.secondUser')
  row(await assign(second, two!.id))
})

test('two movements a bank gave one number are two payments', async () => {
  const customerId = await newCustomer(world())
  const { id: rechargeId } = row(await ask(finance, bank, '90', { customerId }))
  const files = [
    entry('20.00', 'first', { id: 'SAME' }),
    entry('30.00', 'second', { id: 'SAME' }),
    entry('40.00', 'of another', { id: 'SAME' }),
  ]
  expect((await send(files)).result).toMatchObject({ added: 3 })
  for (let open = 3; open > 1; open--)
    row(await finance.put('/erp/bankLine/match', { id: (await lineOf('SAME')).id, rechargeId }))
  const { id } = await lineOf('SAME')
  row(await finance.put('/erp/bankLine/assign', { id, customerId }))
  expect(await balanceOf(world(), 'EUR', customerId)).toBe(9_000n)
  expect(await driftOf(world())).toEqual([])
})

test('money that was not asked for goes to a customer, or off the list with a reason', async () => {
  const other = world().otherCustomerId
  const files = [entry('44.00', 'hello'), entry('1.00', 'interest')]
  await send(files)
  const [money, interest] = await Promise.all(files.map(({ id }) => lineOf(id)))
  row(await finance.put('/erp/bankLine/assign', { id: money!.id, customerId: other }))
  expect(await balanceOf(world(), 'EUR', other)).toBe(4_400n)
  const ignored = await finance.put('/erp/bankLine/ignore', {
    ids: [interest!.id],
    reason: 'Interest',
  })
  expect(ignored.result).toMatchObject({ done: 1 })
  const gone = await finance.put('/erp/bankLine/assign', { id: interest!.id, customerId: other })
  expect(gone.error).toBe('bank.notOpen')
  expect(await driftOf(world())).toEqual([])
})

test('a table is mapped once; its errors name rows; what is no bank file is refused', async () => {
  const table = 'Date;Text;Amount\n03.11.2026;t1;12,50\n99.11.2026;t2;1,00\n04.11.2026;t3;x'
  const upload = (text: string, fields: Record<string, string> = {}) =>
    finance.upload('/erp/recharge/importBank', 't.csv', text, {
      receivingAccountId: bank,
      allIncoming: 'true',
      ...fields,
    })
  const first = (await upload(table)).result as { rows: { cells: string[] }[] }
  expect(first.rows[0]?.cells).toEqual(['Date', 'Text', 'Amount'])
  const mapping = JSON.stringify({
    bookedOn: 0,
    text: [1],
    amount: 2,
    decimal: 'comma',
    dates: 'DMY',
  })
  const read = await upload(table, { mapping })
  expect(read.result).toMatchObject({
    added: 1,
    rows: null,
    errors: [
      { line: 3, code: 'bank.date' },
      { line: 4, code: 'bank.amount' },
    ],
  })
  expect((await upload(table)).result).toMatchObject({ added: 0, repeated: 1 })
  expect((await upload(table, { mapping: '{' })).code).toBe(400)
  expect((await upload('<!DOCTYPE x [<!ENTITY a "b">]><Document/>')).error).toBe('bank.broken')
  expect((await upload('<Document><Other/></Document>')).error).toBe('bank.format')
})

test('another tenant reaches no movement', async () => {
  const file = entry('3.00', 'x')
  await send([file])
  const { id } = await lineOf(file.id)
  const foreign = await world().otherTenantUser()
  expect((await foreign.get('/erp/bankLine/suggest', { id })).code).toBe(404)
  expect((await foreign.put('/erp/bankLine/match', { id, rechargeId: '1' })).code).toBe(404)
  const theirs = await foreign.upload('/erp/recharge/importBank', 's.xml', camt('08', [file]), {
    receivingAccountId: bank,
  })
  expect(theirs.code).toBe(400)
})

test('a table in which nothing went out is taken after it was confirmed only', async () => {
  const account = await newAccount(finance, { currency: 'EUR' })
  const upload = (fields: Record<string, string> = {}) =>
    finance.upload(
      '/erp/recharge/importBank',
      't.csv',
      'Day;Sum\n02.11.2026;5,00\n03.11.2026;6,00',
      {
        receivingAccountId: account,
        mapping: JSON.stringify({
          heading: 1,
          bookedOn: 0,
          amount: 1,
          text: [],
          decimal: 'comma',
          dates: 'DMY',
        }),
        ...fields,
      },
    )
  expect((await upload({ dryRun: 'true' })).result).toMatchObject({ allIncoming: true, added: 2 })
  const refused = await upload()
  expect(refused).toMatchObject({ success: false, error: 'bank.allIncoming' })
  expect((await upload({ allIncoming: 'false' })).error).toBe('bank.allIncoming')
  expect((await upload({ allIncoming: 'true' })).result).toMatchObject({ added: 2 })
})

test('a mapping of columns is for the headings it was made for: others are asked for again', async () => {
  const receivingAccountId = await newAccount(finance, { currency: 'EUR' })
  const upload = async (text: string, fields: Record<string, string> = {}) =>
    (
      await finance.upload('/erp/recharge/importBank', 't.csv', text, {
        receivingAccountId,
        allIncoming: 'true',
        ...fields,
      })
    ).result
  const mapping = { bookedOn: 0, text: [1], amount: 2, decimal: 'comma', dates: 'DMY' }
  const one = 'Buchungstag;Text;Betrag\n03.11.2026;t1;103,90'
  expect(await upload(one)).toMatchObject({
    guess: {
      heading: 1,
      columns: { bookedOn: 0, text: 1, amount: 2 },
      decimals: [null, null, 'comma'],
      dates: ['DMY', null, null],
    },
  })
  // What reads nothing is not remembered.
  const wrong = JSON.stringify({ ...mapping, decimal: 'point' })
  expect(await upload(one, { mapping: wrong })).toMatchObject({ total: 0, errors: [{}] })
  expect(await upload(one)).toMatchObject({ rows: [{}, {}] })
  expect(await upload(one, { mapping: JSON.stringify(mapping) })).toMatchObject({ added: 1 })

  const other = 'Buchungstag;Saldo;Umsatz;Text\n04.11.2026;9.876,00;12,00;t2'
  expect(await upload(other)).toMatchObject({
    rows: [{ cells: ['Buchungstag', 'Saldo', 'Umsatz', 'Text'] }, {}],
    guess: { columns: { bookedOn: 0, amount: 2, text: 3 } },
    total: 0,
  })
  const second = JSON.stringify({ ...mapping, text: [3] })
  expect(await upload(other, { mapping: second })).toMatchObject({ added: 1 })
  // Each is read by its own, also below lines of the bank; and asked for again where it is wished.
  expect(await upload(`Konto;123;\n${one}`)).toMatchObject({ rows: null, repeated: 1 })
  expect(await upload(other)).toMatchObject({ rows: null, repeated: 1 })
  expect(await upload(one, { remap: 'true' })).toMatchObject({ rows: [{}, {}] })
})
