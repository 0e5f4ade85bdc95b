import { nowIso } from '#server/kit/runtime/clock.ts'
import { renderPdf } from './drawing/render-pdf.ts'

/** A label of no parcel, drawn as every label is: shows that labels can be made here. */
export function sampleLabel(): Promise<Buffer> {
  return renderPdf([
    {
      number: 'TEST0000000000',
      symbology: 'code128',
      serviceName: 'TEST 测试',
      sender: ['TEST'],
      consignee: {
        name: 'TEST 测试',
        lines: ['Teststraße 1'],
        postalCode: '10115',
        city: 'Berlin',
        country: 'DE',
      },
      remark: 'TEST – not for dispatch 测试标签，请勿使用',
      piece: 1,
      pieces: 1,
      weightG: 1000,
      printedAt: nowIso().slice(0, 16).replace('T', ' '),
      reprint: false,
    },
  ])
}
