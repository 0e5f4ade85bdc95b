import {
  builtInLayout,
  renderPdf,
  sampleLabel,
} from '#server/features/commercial/label-templates/index.ts'

/** A label of no parcel, drawn as every label is: shows that labels can be made here. */
export function testLabel(): Promise<Buffer> {
  const model = {
    ...sampleLabel('usual'),
    number: 'TEST0000000000',
    symbology: 'code128' as const,
    remark: 'TEST – not for dispatch 测试标签，请勿使用',
  }
  return renderPdf([model], builtInLayout('100x150'))
}
