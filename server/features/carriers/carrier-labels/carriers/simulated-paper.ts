import {
  builtInLayout,
  renderPdf,
  renderZpl,
  type LabelModel,
} from '#server/features/commercial/label-templates/index.ts'

/** What a simulator prints: the carrier's number in bars, and who it goes to. */
export interface SimulatedPaper {
  number: string
  symbology: 'sscc' | 'code128'
  product: string
  name: string
  street: string
  postalCode: string
  city: string
  country: string
  grams: number
  reference: string
  sortCode: string
  madeAt: string
}

export async function drawPaper(paper: SimulatedPaper, format: 'pdf' | 'zpl'): Promise<Buffer> {
  const model: LabelModel = {
    number: paper.number,
    symbology: paper.symbology,
    serviceName: paper.product,
    sender: ['SIMULATOR'],
    consignee: {
      name: paper.name,
      lines: [paper.street],
      postalCode: paper.postalCode,
      city: paper.city,
      country: paper.country,
    },
    reference: paper.reference,
    piece: 1,
    pieces: 1,
    weightG: paper.grams,
    sortCode: paper.sortCode,
    remark: 'SIMULATOR – not for dispatch',
    printedAt: paper.madeAt.slice(0, 16).replace('T', ' '),
    reprint: false,
  }
  const layout = builtInLayout('100x150')
  if (format === 'pdf') return renderPdf([model], layout)
  return Buffer.from(renderZpl([model], 203, layout))
}
