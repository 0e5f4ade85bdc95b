import { degrees, PDFDocument } from '@cantoo/pdf-lib'
import type { Place } from './label-places.ts'
import { PdfRefusal } from './pdf-limits.ts'

/**
 * Each label as a PDF of its own, as large as its part of the page, until `isFull`. Answers how
 * many were cut, or null where none is left.
 */
export async function cutLabels(
  bytes: Uint8Array,
  places: readonly Place[],
  take: (place: Place, bytes: Uint8Array) => void,
  isFull: () => boolean,
): Promise<number | null> {
  const source = await PDFDocument.load(bytes, { updateMetadata: false }).catch((error: Error) => {
    throw new PdfRefusal(/encrypt/i.test(error.message) ? 'encrypted' : 'broken')
  })
  const pages = source.getPages()
  for (const [at, place] of places.entries()) {
    if (at > 0 && isFull()) return at
    const page = pages[place.page - 1]
    if (!page) throw new PdfRefusal('broken')
    const box = page.getCropBox()
    const { left, right, bottom, top } = place.part
    const label = await PDFDocument.create()
    const part = await label.embedPage(page, {
      left: box.x + left * box.width,
      right: box.x + right * box.width,
      bottom: box.y + bottom * box.height,
      top: box.y + top * box.height,
    })
    const [width, height] = [(right - left) * box.width, (top - bottom) * box.height]
    const sheet = label.addPage([width, height])
    sheet.drawPage(part, { x: 0, y: 0, width, height })
    sheet.setRotation(degrees(page.getRotation().angle))
    take(place, await label.save())
  }
  return null
}
