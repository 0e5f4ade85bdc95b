import type { Drawable } from '#server/kit/pdf/pdf-sheet.ts'
import { drawA4 } from '#server/kit/pdf/trade-paper.ts'
import { commonFacts } from './common-facts.ts'
import { kilos, wrapped } from './amounts.ts'
import { netGrams, type DocumentData } from './document-data.ts'

/** What lies in which parcel, with weights and sizes; without prices. */
export function drawPackingList(doc: Drawable, data: DocumentData): void {
  const sums = data.parcels.reduce(
    (sum, { grams, lines }) => ({
      gross: sum.gross + grams,
      net: sum.net + netGrams(lines),
      pieces: sum.pieces + lines.reduce((n, { quantity }) => n + quantity, 0),
    }),
    { gross: 0, net: 0, pieces: 0 },
  )
  drawA4(doc, {
    title: 'PACKING LIST 装箱单',
    facts: [['Invoice no. 发票号', data.customs.invoiceNo || data.orderNo], ...commonFacts(data)],
    parties: [
      ['Shipper 发件人', data.sender],
      ['Consignee 收件人', data.consignee],
    ],
    columns: [
      { caption: 'Parcel 箱号', width: 36 },
      { caption: 'Description 品名', width: 62 },
      { caption: 'Quantity 数量', width: 18, align: 'right' },
      { caption: 'Net kg 净重', width: 18, align: 'right' },
      { caption: 'Gross kg 毛重', width: 18, align: 'right' },
      { caption: 'Size cm 尺寸', width: 28, align: 'right' },
    ],
    rows: [
      ...data.parcels.flatMap(({ number, grams, size, lines }, at) => {
        const name = `${at + 1}/${data.parcels.length} ${number}`
        const rest = lines.length > 0 ? lines : [null]
        return rest.map((line, row) => ({
          cells: [
            row === 0 ? name : '',
            line ? wrapped(line.nameEn, line.nameCn, line.sku) : '',
            line ? `${line.quantity} ${line.unit}`.trim() : '',
            line ? kilos(line.unitGrams * line.quantity) : '',
            row === 0 ? kilos(grams) : '',
            row === 0 ? size : '',
          ],
        }))
      }),
      {
        bold: true,
        cells: [
          `${data.parcels.length} parcels 件`,
          'Total 合计',
          String(sums.pieces),
          kilos(sums.net),
          kilos(sums.gross),
          '',
        ],
      },
    ],
    foot: [data.customs.remark].filter(Boolean),
  })
}
