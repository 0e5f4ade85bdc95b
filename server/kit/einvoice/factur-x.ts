import type { PaperDocument } from '#server/kit/pdf/paper.ts'
import { invoiceXml } from './cii.ts'
import type { EInvoice } from './model.ts'

/** Names and meanings of Factur-X in the metadata, which PDF/A wants described in the file. */
const space = 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#'
const properties = {
  DocumentFileName: 'The name of the embedded XML document',
  DocumentType: 'The type of the hybrid document in capital letters, e.g. INVOICE or ORDER',
  Version: 'The actual version of the standard applying to the embedded XML document',
  ConformanceLevel: 'The conformance level of the embedded XML document',
} as const
/** Prescribed by Factur-X 1.0: receivers look for this name. */
const FILE = 'factur-x.xml'
const values: Readonly<Record<keyof typeof properties, string>> = {
  DocumentFileName: FILE,
  DocumentType: 'INVOICE',
  Version: '1.0',
  ConformanceLevel: 'EN 16931',
}

function metadata(): string {
  const described = Object.entries(properties).map(
    ([name, meaning]) =>
      `<rdf:li rdf:parseType="Resource"><pdfaProperty:name>${name}</pdfaProperty:name>` +
      '<pdfaProperty:valueType>Text</pdfaProperty:valueType>' +
      '<pdfaProperty:category>external</pdfaProperty:category>' +
      `<pdfaProperty:description>${meaning}</pdfaProperty:description></rdf:li>`,
  )
  const given = Object.entries(values).map(([name, value]) => `<fx:${name}>${value}</fx:${name}>`)
  return (
    '<rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"' +
    ' xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#"' +
    ' xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#"><pdfaExtension:schemas><rdf:Bag>' +
    '<rdf:li rdf:parseType="Resource"><pdfaSchema:schema>Factur-X PDFA Extension Schema</pdfaSchema:schema>' +
    `<pdfaSchema:namespaceURI>${space}</pdfaSchema:namespaceURI><pdfaSchema:prefix>fx</pdfaSchema:prefix>` +
    `<pdfaSchema:property><rdf:Seq>${described.join('')}</rdf:Seq></pdfaSchema:property>` +
    '</rdf:li></rdf:Bag></pdfaExtension:schemas></rdf:Description>\n' +
    `<rdf:Description rdf:about="" xmlns:fx="${space}">${given.join('')}</rdf:Description>\n`
  )
}

/**
 * One file for people and machines (Factur-X, ZUGFeRD 2): the pages drawn on `pages` with the XML
 * inside, as PDF/A-3. Ends the document; the same invoice, pages and moment give the same bytes.
 */
export async function facturX(
  pages: PaperDocument,
  invoice: EInvoice,
  { created, language, title }: { created: Date; language: string; title: string },
): Promise<Buffer> {
  const xml = await invoiceXml(invoice)
  const file = {
    name: FILE,
    description: 'Factur-X',
    type: 'text/xml',
    bytes: Buffer.from(xml, 'utf8'),
  }
  return await pages.archive({
    title,
    author: invoice.seller.name,
    created,
    language,
    file,
    metadata: metadata(),
  })
}
