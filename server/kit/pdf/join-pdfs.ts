/** Documents behind one another. */
export async function joinPdfs(parts: readonly Uint8Array[]): Promise<Uint8Array> {
  // Large, and few calls join papers.
  const { PDFDocument } = await import('@cantoo/pdf-lib')
  const whole = await PDFDocument.create()
  for (const bytes of parts) {
    const part = await PDFDocument.load(bytes, { updateMetadata: false })
    for (const page of await whole.copyPages(part, part.getPageIndices())) whole.addPage(page)
  }
  return await whole.save()
}
