import type { PrintedDocument } from '#contracts/orders/documents.ts'
import { PaperDocument } from '#server/kit/pdf/paper.ts'
import type { Drawable } from '#server/kit/pdf/pdf-sheet.ts'
import { drawCn22 } from './cn22.ts'
import { drawCn23 } from './cn23.ts'
import { customsFormOf, type DocumentData } from './document-data.ts'
import { drawInvoice } from './invoice.ts'
import { drawPackingList } from './packing-list.ts'

const TITLES: Record<PrintedDocument, string> = {
  customsForm: 'Customs declaration',
  commercialInvoice: 'Commercial invoice',
  proforma: 'Pro-forma invoice',
  packingList: 'Packing list',
}

/** One document of an order as a PDF of its own. */
export async function drawDocument(kind: PrintedDocument, data: DocumentData): Promise<Buffer> {
  const doc = new PaperDocument(TITLES[kind])
  drawInto(doc, kind, data)
  return await doc.end()
}

/** Adds the pages of a document. */
export function drawInto(doc: Drawable, kind: PrintedDocument, data: DocumentData): void {
  if (kind === 'packingList') drawPackingList(doc, data)
  else if (kind === 'customsForm')
    for (const parcel of data.parcels)
      if (customsFormOf(data, parcel) === 'CN22') drawCn22(doc, data, parcel)
      else drawCn23(doc, data, parcel)
  else drawInvoice(doc, data, kind === 'proforma')
}
