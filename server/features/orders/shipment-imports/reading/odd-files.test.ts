import { beforeAll, describe, expect, test } from 'vitest'
import { KINDS } from '#contracts/orders/kinds/kinds.ts'
import { shipmentImports } from '#contracts/orders/imports/shipment-imports.ts'
import { useWorld, type Client } from '#test/harness.ts'

const world = useWorld()
let customer: Client
beforeAll(async () => {
  customer = await world().as('customer')
})

async function send(
  client: Client,
  bytes: string | Uint8Array,
  name = 'odd.csv',
  fields: Record<string, string> = {},
) {
  const sent = await client.upload('/erp/shipment/importExcel', name, bytes, {
    dryRun: 'true',
    ...fields,
  })
  if (!sent.success) throw new Error(sent.error ?? sent.message)
  const { id } = sent.result as { id: string }
  for (;;) {
    const now = await client.call(shipmentImports.queryById, { id })
    if (['done', 'failed'].includes(now.status)) return now
    await new Promise((resolve) => setTimeout(resolve, 30))
  }
}
const places = ({ errors }: Awaited<ReturnType<typeof send>>) =>
  errors.map(({ row, column, code }) => `${row} ${column} ${code}`)

describe('a template is taken as it is', () => {
  test.each(KINDS.map(({ code }) => code))('%s, in both languages and forms', async (kind) => {
    for (const lang of ['zh_CN', 'en_US'] as const)
      for (const format of ['xlsx', 'csv']) {
        customer.lang = lang
        const sheet = await customer.get('/erp/shipmentImport/template', {
          shipmentResource: kind,
          format,
        })
        const done = await send(customer, sheet.bytes, `template.${format}`, {
          shipmentResource: kind,
        })
        expect(places(done), `${lang} ${format} ${done.failure?.message}`).toEqual([])
        expect(done, JSON.stringify([done.warnings, done.failure, done.total])).toMatchObject({
          accepted: 1,
          refused: 0,
        })
      }
  })
})

describe('files as shops and clerks make them', () => {
  test('headings in Chinese with units, full-width digits, blanks, decimal commas, empty columns', async () => {
    const text = [
      '﻿客户单号 ;;物流服务;仓库;收件人;国家;城市;邮编;街道;门牌号;重量（g）;长（mm）;宽（mm）;高（mm）;英文品名;数量;单件重量（g）;单价;币种;',
      'ODD-1 ;;ECO-PARCEL;FRA1; Erika Muster ;德国;Berlin;１０１１５;Zeil;１;１２５０;300;200;100;Shirt;２;180;8,90;欧元;',
      'ODD-2;;eco-parcel;fra1;Jan;波兰;Poznań;61-803;Rynek;2;500;300;200;100;Mug;1;400;12,5;EUR;',
      ';;;;;;;;;;;;;;;;;;;',
    ].join('\r\n')
    const done = await send(customer, text)
    expect(places(done)).toEqual([])
    expect(done).toMatchObject({ total: 2, accepted: 2 })
  })
  test('GB18030, several rows an order, merged cells left empty', async () => {
    const text = [
      'reference,service,depot,consigneeName,country,city,postalCode,street,house,parcelReference,weightKg,nameCn,nameEn,quantity,unitWeightKg,unitPrice,currency',
      'ODM-1,ECO-PARCEL,FRA1,王伟,DE,Berlin,10115,Zeil,1,P1,1.5,衬衫,Shirt,1,0.2,8.90,EUR',
      ',,,,,,,,,,,杯子,Mug,2,0.1,3.00,EUR',
      ',,,,,,,,,P2,2.5,书,Book,1,0.5,9.00,EUR',
    ].join('\n')
    // 衬衫, 杯子, 书, 王伟 in GB18030.
    const words: Record<string, number[]> = {
      王: [0xcd, 0xf5],
      伟: [0xce, 0xb0],
      衬: [0xb3, 0xc4],
      衫: [0xc9, 0xc0],
      杯: [0xb1, 0xad],
      子: [0xd7, 0xd3],
      书: [0xca, 0xe9],
    }
    const bytes = Uint8Array.from([...text].flatMap((sign) => words[sign] ?? [sign.charCodeAt(0)]))
    const done = await send(customer, bytes)
    expect(places(done)).toEqual([])
    expect(done).toMatchObject({ total: 1, accepted: 1 })
  })
  test('what cannot be taken is refused at its cell with its cause in the language of the caller', async () => {
    const head =
      'reference,service,depot,consigneeName,country,city,postalCode,street,house,weightKg,nameEn,quantity,unitWeightKg,unitPrice,currency,shipmentResource'
    const good = (reference: string, change: Partial<Record<number, string>> = {}) => {
      const cells = [
        reference,
        'ECO-PARCEL',
        'FRA1',
        'A',
        'DE',
        'Berlin',
        '10115',
        'Zeil',
        '1',
        '1.5',
        'Shirt',
        '1',
        '0.2',
        '8.90',
        'EUR',
        '',
      ]
      for (const [at, value] of Object.entries(change)) cells[Number(at)] = value ?? ''
      return cells.join(',')
    }
    const text = [
      head,
      good('ODB-1'),
      good('ODB-1X', { 1: 'NOPE' }),
      good('ODB-2', { 4: 'Atlantis' }),
      good('ODB-3', { 8: '2026-03-01' }),
      good('ODB-4', { 9: '-1' }),
      good('ODB-5', { 9: 'heavy' }),
      good('ODB-6', { 11: '1.5' }),
      good('ODB-7', { 0: '1.2E+15' }),
      good('ODB-8', { 15: 'C2C' }),
      good('ODB-9', { 14: 'EURO' }),
      good('ODB-10', { 5: '=HYPERLINK("x")' }),
      good('ODB-11', { 13: '' }),
      good('ODB-12'),
      good('ODB-1'),
      good('', {}),
      good('ODB-13', { 6: '1' }),
    ].join('\n')
    customer.lang = 'zh_CN'
    const zh = await send(customer, text)
    expect(places(zh).map((place) => place.split(' ').slice(0, 2).join(' '))).toEqual([
      '3 service',
      '4 country',
      '5 house',
      '6 weightKg',
      '7 weightKg',
      '8 quantity',
      '9 reference',
      '10 shipmentResource',
      '11 currency',
      '12 city',
      '13 unitPrice',
      '15 reference',
      '16 reference',
      '17 postalCode',
    ])
    expect(zh).toMatchObject({ accepted: 2, refused: 14 })
    expect(zh.errors.every(({ message }) => /\p{Script=Han}/u.test(message))).toBe(true)
    customer.lang = 'en_US'
    const { errors } = await customer.call(shipmentImports.queryById, { id: zh.id })
    expect(errors.filter(({ message }) => /\p{Script=Han}/u.test(message))).toEqual([])
  })
})
