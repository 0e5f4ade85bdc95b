import type { ClientBase } from 'pg'
import type { FieldKey } from '#contracts/commercial/labels/fields.ts'
import {
  labelDocument,
  type LabelDocument,
  type LabelDocumentInput,
} from '#contracts/commercial/labels/document.ts'

/** The service whose labels it draws. */
const SERVICE = 'EU-STD'
const TEMPLATE = {
  code: 'EU-ROUTED',
  name: '欧洲专线面单（带路由条码）',
  nameEn: 'Europe label with routing barcode',
  footer: '退件请寄回仓库 Return to depot if refused',
}

type Element = LabelDocumentInput['elements'][number]
type Typed = Partial<Omit<Extract<Element, { type: 'field' }>, 'type' | 'id' | 'field'>>
type At = readonly [x: number, y: number, w: number, h: number]
const box = ([x, y, w, h]: At) => ({ x, y, w, h })

const rule = (id: string, y: number, h = 0.4): Element => ({
  type: 'line',
  id,
  ...box([3, y, 94, h]),
})
/** A bold value; `sizes`: as a rule, and at least. */
const value = (
  field: FieldKey,
  at: At,
  [size, minSize]: readonly [number, number],
  more: Typed = {},
): Element => ({
  type: 'field',
  id: field,
  field,
  ...box(at),
  size,
  minSize,
  bold: true,
  overflow: 'cut',
  ...more,
})
const words = (id: string, text: string, at: At, more: Typed = {}): Element => ({
  type: 'text',
  id,
  text,
  ...box(at),
  size: 7,
  minSize: 5,
  ...more,
})
const RIGHT = { align: 'right' } as const
const address = { type: 'address', overflow: 'cut' } as const
const bars = { type: 'barcode' } as const
/** Countries whose postcodes are digits: the routing barcode holds nothing else. */
const routed = {
  when: [{ field: 'countryCode', op: 'oneOf', values: ['DE', 'FR', 'ES', 'IT', 'AT', 'BE'] }],
} satisfies Pick<Element, 'when'>

const elements: Element[] = [
  { type: 'box', id: 'frame', ...box([3, 3, 94, 144]), frame: 0.4 },
  rule('rule-1', 17),
  rule('rule-2', 60),
  rule('rule-3', 78, 0.6),
  rule('rule-4', 101, 0.6),
  rule('rule-5', 134),
  value('serviceName', [5, 4.5, 70, 11], [18, 8], { lines: 2 }),
  value('piece', [76, 5, 19, 9], [20, 10], RIGHT),
  words('caption-to', 'TO 收件人', [5, 18, 30, 3]),
  {
    ...address,
    id: 'consignee',
    of: 'consignee',
    ...box([5, 21.5, 66, 37.5]),
    size: 11,
    minSize: 5.5,
    phone: true,
  },
  {
    ...bars,
    id: 'matrix',
    symbology: 'datamatrix',
    data: '{number}',
    ...box([74, 20, 21, 21]),
    module: 0.75,
  },
  value('weight', [73, 44, 22, 5], [10, 6], RIGHT),
  value('printedOn', [73, 49.5, 22, 4.5], [9, 6], { ...RIGHT, date: 'text' }),
  value('orderNo', [65, 54.5, 30, 4], [7, 5], RIGHT),
  {
    ...address,
    id: 'sender',
    of: 'sender',
    ...box([5, 61, 60, 16.5]),
    size: 7,
    minSize: 3.5,
    emphasis: 'first',
  },
  value('reference', [66, 61, 29, 8], [8, 4], { prefix: 'Ref. ', lines: 2 }),
  { type: 'box', id: 'country-box', ...box([5, 80.5, 24, 16]), frame: 0, fill: 'black' },
  value('countryCode', [6, 81, 22, 15], [34, 20], { align: 'center', white: true }),
  value('sortCode', [32, 81, 40, 9], [20, 9]),
  value('gate', [32, 91, 26, 7], [14, 8], { prefix: 'GATE ' }),
  value('depotCode', [74, 81, 21, 8], [18, 9], RIGHT),
  words('routed', 'ROUTED 自动分拣', [60, 92, 35, 5], { ...RIGHT, size: 9, bold: true, ...routed }),
  { ...bars, id: 'number', symbology: 'scheme', data: '{number}', ...box([4, 103, 92, 22]) },
  value('numberGrouped', [5, 126.5, 90, 6], [13, 8], { align: 'center' }),
  {
    ...bars,
    id: 'routing',
    symbology: 'gs1-128',
    data: '(421){countryNumeric}{consigneePostalCode}',
    ...box([3.6, 135, 58, 11]),
    module: 0.375,
    ...routed,
  },
  value('footer', [63, 135.5, 33, 6], [6, 4], { lines: 2, bold: false }),
  value('reprint', [63, 142, 33, 4], [8, 6], RIGHT),
]

/** Of the demo's own template: a second barcode with the country and postcode for sorting machines. */
export const routedLabel = (): LabelDocument =>
  labelDocument.parse({ page: { width: 100, height: 150 }, elements })

/** The template, published, and the service that prints by it. Safe to repeat. */
export async function seedLabels(client: ClientBase, tenantId: string): Promise<void> {
  await client.query(
    `with made as (
        insert into label_template (tenant_id, code, name, name_en, size, footer, create_by)
        values ($1, $2, $3, $4, '100x150', $5, 'system')
        on conflict (tenant_id, code) do nothing returning tenant_id, id),
      design as (
        insert into label_design (tenant_id, template_id, version_no, document, published_at,
          published_by, create_by)
        select tenant_id, id, 1, $6::jsonb, now(), 'system', 'system' from made)
    update delivery_service s set label_template_id = made.id from made
    where s.tenant_id = made.tenant_id and s.code = $7`,
    [
      tenantId,
      TEMPLATE.code,
      TEMPLATE.name,
      TEMPLATE.nameEn,
      TEMPLATE.footer,
      JSON.stringify(routedLabel()),
      SERVICE,
    ],
  )
  await client.query(
    `update label_template t set design_id = d.id from label_design d
    where t.tenant_id = $1 and t.code = $2 and t.design_id is null
      and d.tenant_id = t.tenant_id and d.template_id = t.id and d.published_at is not null`,
    [tenantId, TEMPLATE.code],
  )
}
