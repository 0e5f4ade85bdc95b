import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { useWorld } from '#test/harness.ts'
import { inCod } from './cod.fixture.ts'

const world = useWorld()
let at: Awaited<ReturnType<typeof inCod>>
beforeAll(async () => {
  at = await inCod(world())
})
const send = async (text: string, fields: Record<string, string> = {}) =>
  (
    await at.finance.upload('/erp/codRemittance/importFile', 'dpd.csv', text, {
      supplierId: at.supplierId,
      receivingAccountId: at.accounts.EUR!,
      reference: `R-${randomUUID().slice(0, 8)}`,
      receivedOn: '2026-11-03',
      ...fields,
    })
  ).result as Record<string, unknown>
const MAPPING = {
  heading: 1,
  number: 0,
  amount: 1,
  currency: null,
  paidOn: 2,
  decimal: 'comma',
  dates: 'DMY',
}

test('how amounts and days are written is guessed; what reads nothing is not kept', async () => {
  const text = 'Sendung;Nachnahme;Zustelldatum\nA1;103,90;14.10.2026\nA2;5,00;02.11.2026'
  expect(await send(text)).toMatchObject({
    rows: [{}, {}, {}],
    guess: {
      columns: { number: 0, amount: 1, paidOn: 2 },
      decimals: [null, 'comma', null],
      dates: [null, null, 'DMY'],
    },
  })
  const wrong = JSON.stringify({ ...MAPPING, decimal: 'point' })
  expect(await send(text, { mapping: wrong })).toMatchObject({ total: 0, errors: [{}, {}] })
  expect(await send(text)).toMatchObject({ rows: [{}, {}, {}], errors: [] })
})

test('a preview books nothing; its mapping is kept once it was taken, and for its headings alone', async () => {
  const [fits, short] = await Promise.all(
    ['20.00', '30.00'].map(async (amount) => at.order(await at.customer(), amount)),
  )
  const rows = `${fits!.trackNo};20,00;\n${short!.trackNo};25,00;\nNOBODY;1,00;`
  const text = `Sendung;Betrag;Tag\n${rows}`
  const mapping = JSON.stringify(MAPPING)
  const seen = await send(text, { mapping, dryRun: 'true' })
  expect(seen).toMatchObject({
    remittanceId: null,
    total: 3,
    added: 3,
    matched: 1,
    differing: 2,
    sums: [{ currency: 'EUR', amount: '46.00' }],
    preview: [
      { line: 3, kind: 'short', amount: '25.00', difference: '-5.00' },
      { line: 4, kind: 'unknown', number: 'NOBODY' },
      { line: 2, kind: 'matched' },
    ],
  })
  expect((await at.item(fits!)).status).toBe('open')
  expect(await send(text), 'a preview keeps no mapping').toMatchObject({ rows: [{}, {}, {}, {}] })
  expect(await send(text, { mapping })).toMatchObject({ added: 3, matched: 1, preview: null })
  expect(await send(text)).toMatchObject({ rows: null, repeated: 3 })

  const moved = `Sendung;Gebuehr;Betrag\n${short!.trackNo};1,50;5,00`
  expect(await send(moved)).toMatchObject({
    total: 0,
    rows: [{}, {}],
    guess: { columns: { number: 0, amount: 2 } },
  })
  expect((await at.item(short!)).status).toBe('difference')
  expect(await send(text, { remap: 'true' })).toMatchObject({ rows: [{}, {}, {}, {}] })
})
