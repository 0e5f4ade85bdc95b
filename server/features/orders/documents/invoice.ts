import type { Drawable } from '#server/kit/pdf/pdf-sheet.ts'
import { drawA4 } from '#server/kit/pdf/trade-paper.ts'
import { commonFacts } from './common-facts.ts'
import { kilos, money, wrapped } from './amounts.ts'
import { INVOICE_STATEMENT, PROFORMA_STATEMENT } from './captions.ts'
import {
  allLines,
  lineMinor,
  netGrams,
  valueOfLines,
  type DocumentData,
  type DocumentLine,
} from './document-data.ts'

/** Commercial and pro-forma invoice: the same lines, another title and another statement. */
export function drawInvoice(doc: Drawable, data: DocumentData, proforma: boolean): void {
  const lines = merged(allLines(data))
  const { currency, customs } = data
  const gross = data.parcels.reduce((sum, { grams }) => sum + grams, 0)
  const invoiceNo = customs.invoiceNo || data.orderNo
  drawA4(doc, {
    title: proforma ? 'PRO-FORMA INVOICE 形式发票' : 'COMMERCIAL INVOICE 商业发票',
    facts: [['Invoice no. 发票号', invoiceNo], ...commonFacts(data)],
    parties: [
      ['Seller / shipper 卖方/发件人', data.sender],
      ['Buyer / consignee 买方/收件人', data.consignee],
    ],
    columns: [
      { caption: 'No. 序号', width: 9, align: 'right' },
      { caption: 'Description 品名', width: 68 },
      { caption: 'HS code 商品编码', width: 25 },
      { caption: 'Origin 原产国', width: 13 },
      { caption: 'Quantity 数量', width: 20, align: 'right' },
      { caption: `Unit price ${currency} 单价`, width: 21, align: 'right' },
      { caption: `Amount ${currency} 金额`, width: 24, align: 'right' },
    ],
    rows: [
      ...lines.map((line, at) => ({
        cells: [
          String(at + 1),
          wrapped(line.nameEn, line.nameCn, line.sku, line.brand, line.material),
          line.hs,
          line.origin,
          `${line.quantity} ${line.unit}`.trim(),
          money(line.unitMinor, currency),
          money(lineMinor(line), currency),
        ],
      })),
      {
        bold: true,
        cells: [
          '',
          'Total 合计',
          '',
          '',
          String(pieces(lines)),
          '',
          money(valueOfLines(lines), currency),
        ],
      },
    ],
    foot: [
      wrapped(
        `Parcels 件数 ${data.parcels.length}`,
        `Gross 毛重 ${kilos(gross)} kg`,
        `Net 净重 ${kilos(netGrams(lines))} kg`,
        customs.postalCharges && `Carriage 运费 ${customs.postalCharges} ${currency}`,
      ),
      customs.remark,
      proforma ? PROFORMA_STATEMENT : INVOICE_STATEMENT,
      `Signature 签名: ${data.sender.name}`,
    ].filter(Boolean),
  })
}

const pieces = (lines: readonly DocumentLine[]): number =>
  lines.reduce((sum, { quantity }) => sum + quantity, 0)

/** The same goods at the same price in several parcels are one line. */
function merged(lines: readonly DocumentLine[]): DocumentLine[] {
  const byGoods = new Map<string, DocumentLine>()
  for (const line of lines) {
    const { quantity, unitMinor, ...goods } = line
    const key = JSON.stringify([goods, String(unitMinor)])
    const known = byGoods.get(key)
    byGoods.set(key, known ? { ...known, quantity: known.quantity + quantity } : line)
  }
  return [...byGoods.values()]
}
