import { expect, test } from 'vitest'
import { shipmentImports } from '#contracts/orders/imports/shipment-imports.ts'
import { useWorld, type Client } from '#test/harness.ts'

const world = useWorld()
const HEAD =
  'reference,poCode,service,depot,consigneeName,country,city,postalCode,street,house,weightKg'
const order = (reference: string, poCode = '') =>
  `${reference},${poCode},ECO-PARCEL,FRA1,A,DE,Berlin,10115,Zeil,1,1.5`

const setRule = (ruleCode: string, pattern: string) =>
  world().db.pool.query(
    `insert into sys_check_rule (tenant_id, rule_name, rule_code, rule_json) values ($1, $2, $2, $3)
      on conflict (tenant_id, rule_code) do update set rule_json = excluded.rule_json`,
    [
      world().tenantId,
      ruleCode,
      JSON.stringify([{ digits: '*', pattern, message: 'no exclamation mark' }]),
    ],
  )
async function state(client: Client, id: string) {
  for (;;) {
    const now = await client.call(shipmentImports.queryById, { id })
    if (!['queued', 'running'].includes(now.status)) return now
    await new Promise((resolve) => setTimeout(resolve, 30))
  }
}
async function send(client: Client, rows: readonly string[], dryRun: string) {
  const text = [HEAD, ...rows].join('\n')
  const sent = await client.upload('/erp/shipment/importExcel', 'rules.csv', text, { dryRun })
  return state(client, (sent.result as { id: string }).id)
}

test('fields of a file are held to the tenant’s rules, at their cells, and can be mended', async () => {
  const customer = await world().as('customer')
  await setRule('order_reference', '[^!]*')
  await setRule('po_code', '[^!]*')
  const rows = [order('RULE-1'), order('RULE!2'), order('RULE-3', 'PO!3'), order('RULE-4', 'PO4')]
  for (const dryRun of ['true', 'false']) {
    const now = await send(customer, rows, dryRun)
    expect(now).toMatchObject({ accepted: 2, refused: 2 })
    expect(now.errors).toMatchObject([
      { row: 3, column: 'reference', code: 'checkRule.failed', value: 'RULE!2' },
      { row: 4, column: 'poCode', message: 'no exclamation mark' },
    ])
    if (dryRun === 'true') continue
    const mended = await customer.call(shipmentImports.mend, {
      id: now.id,
      rows: [
        { row: 3, cells: { reference: 'RULE!5' } },
        { row: 4, cells: { poCode: 'PO3' } },
      ],
    })
    expect(mended.rows.map(({ row, ready }) => [row, ready])).toEqual([
      [3, false],
      [4, true],
    ])
  }
})

test('a rule is asked for every order of a large file', async () => {
  const customer = await world().as('customer')
  await setRule('order_reference', 'BIG-\\d+')
  const rows = Array.from({ length: 1_001 }, (_, at) =>
    order(at % 100 === 99 ? `SMALL-${at}` : `BIG-${at}`),
  )
  const now = await send(customer, rows, 'true')
  expect(now).toMatchObject({ accepted: 991, refused: 10 })
  expect(new Set(now.errors.map(({ column }) => column))).toEqual(new Set(['reference']))
})
