import sax from 'sax'
import { SheetError } from './sheets-model.ts'

/** What a scan reports; names come without their namespace prefix. */
export interface XmlHandler {
  open(name: string, attributes: Readonly<Record<string, string | undefined>>): void
  close(name: string): void
  text(text: string): void
}

const local = (name: string): string => name.slice(name.indexOf(':') + 1)

/** Parses a workbook's part piece by piece; the parser bounds what it carries along. */
export function xmlScanner(handler: XmlHandler): { push(piece: string): void; end(): void } {
  const parser = sax.parser(true, { position: false })
  parser.onopentag = ({ name, attributes }) =>
    handler.open(local(name), attributes as Record<string, string>)
  parser.onclosetag = (name) => handler.close(local(name))
  parser.ontext = (text) => handler.text(text)
  parser.oncdata = (text) => handler.text(text)
  // Entities that multiply or read other files are declared in a document type.
  const declared = new SheetError('sheet.unsafe', { name: 'DOCTYPE' })
  parser.ondoctype = () => {
    throw declared
  }
  parser.onerror = ({ message }) => {
    if (/doctype/i.test(message)) throw declared
    // A sign that is no entity stays as it was written.
    if (!message.includes('entity')) throw new SheetError('sheet.damaged')
    parser.resume()
  }
  const named = (step: () => unknown) => {
    try {
      step()
    } catch (error) {
      // The parser's own fault, as by an attribute with the name of one of its functions.
      throw error instanceof SheetError ? error : new SheetError('sheet.damaged')
    }
  }
  return {
    push: (piece) => named(() => parser.write(piece)),
    end: () => named(() => parser.close()),
  }
}
