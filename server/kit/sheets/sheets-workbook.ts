import { SheetError } from './sheets-model.ts'
import type { SheetLimits } from './sheets-model.ts'
import { numberStyle, unescapeOffice } from './sheets-xlsx-cells.ts'
import type { NumberStyle } from './sheets-xlsx-cells.ts'
import { xmlScanner } from './sheets-xml.ts'
import type { XmlHandler } from './sheets-xml.ts'
import { unzip } from './sheets-zip.ts'
import type { ZipEntry } from './sheets-zip.ts'

const nothing = (): void => {}
/**
 * Shared texts live in memory while the sheet is read; beyond this a sheet is not an order list.
 */
const SHARED_CHARS = 64 * 1024 * 1024

export interface Book {
  entries: Map<string, ZipEntry>
  limits: SheetLimits
}

export async function scan(book: Book, entry: ZipEntry, handler: XmlHandler): Promise<void> {
  const scanner = xmlScanner(handler)
  const decoder = new TextDecoder('utf-8')
  for await (const chunk of unzip(entry)) scanner.push(decoder.decode(chunk, { stream: true }))
  scanner.push(decoder.decode())
  scanner.end()
}

/**
 * Targets by relation id, relative to the part's folder; `type` keeps only relations ending in it.
 */
async function relations(
  book: Book,
  path: string,
  folder: string,
  type?: string,
): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  const entry = book.entries.get(path)
  if (entry)
    await scan(book, entry, {
      open(name, attributes) {
        const [id, target] = [attributes['Id'], attributes['Target']]
        if (
          name !== 'Relationship' ||
          !id ||
          !target ||
          (type && !attributes['Type']?.endsWith(type))
        )
          return
        found.set(id, target.startsWith('/') ? target.slice(1) : folder + target)
      },
      close: nothing,
      text: nothing,
    })
  return found
}

/** A workbook's sheets in their order, hidden ones last, its calendar and its common parts. */
export interface Workbook {
  sheets: { name: string; sheet: ZipEntry }[]
  texts: ZipEntry | undefined
  styles: ZipEntry | undefined
  from1904: boolean
}

export async function readWorkbook(book: Book): Promise<Workbook> {
  const [main = 'xl/workbook.xml'] = (
    await relations(book, '_rels/.rels', '', '/officeDocument')
  ).values()
  const workbook = book.entries.get(main)
  if (!workbook || !main.endsWith('.xml')) throw new SheetError('sheet.notATable')
  const folder = main.slice(0, main.lastIndexOf('/') + 1)
  let from1904 = false
  const sheets: { name: string; id: string; hidden: boolean }[] = []
  await scan(book, workbook, {
    open(name, attributes) {
      // Extensions have an element of that name, too, without the calendar.
      const calendar = name === 'workbookPr' ? attributes['date1904'] : undefined
      if (calendar !== undefined) from1904 ||= /^(?:1|true)$/.test(calendar)
      if (name === 'sheet')
        sheets.push({
          name: attributes['name'] ?? '',
          id: Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1] ?? '',
          hidden: /idden/.test(attributes['state'] ?? ''),
        })
    },
    close: nothing,
    text: nothing,
  })
  const paths = `${folder}_rels/${main.slice(folder.length)}.rels`
  const targets = await relations(book, paths, folder)
  const part = async (type: string, usual: string) => {
    const [named] = (await relations(book, paths, folder, type)).values()
    return book.entries.get(named ?? '') ?? book.entries.get(`${folder}${usual}`)
  }
  if (sheets.length === 0) throw new SheetError('sheet.notATable')
  const found = sheets
    .toSorted((a, b) => Number(a.hidden) - Number(b.hidden))
    .flatMap(({ name, id }) => {
      const sheet = book.entries.get(targets.get(id) ?? '')
      return sheet ? [{ name, sheet }] : []
    })
  if (found.length === 0) throw new SheetError('sheet.damaged')
  return {
    sheets: found,
    texts: await part('/sharedStrings', 'sharedStrings.xml'),
    styles: await part('/styles', 'styles.xml'),
    from1904,
  }
}

/**
 * Texts that cells name by number; phonetic readings of Chinese and Japanese are not part of
 * them.
 */
export async function sharedTexts(book: Book, entry: ZipEntry | undefined): Promise<string[]> {
  const texts: string[] = []
  if (!entry) return texts
  let [text, inText, phonetic, chars] = ['', false, false, 0]
  await scan(book, entry, {
    open(name) {
      if (name === 'si') text = ''
      else if (name === 'rPh') phonetic = true
      else if (name === 't') inText = !phonetic
    },
    text(part) {
      if (!inText) return
      chars += part.length
      if (chars > SHARED_CHARS || text.length > book.limits.cellChars)
        throw new SheetError('sheet.tooLarge', { limit: SHARED_CHARS })
      text += part
    },
    close(name) {
      if (name === 't') inText = false
      else if (name === 'rPh') phonetic = false
      else if (name === 'si') texts.push(unescapeOffice(text))
    },
  })
  return texts
}

/** How each cell style shows a number. */
export async function numberStyles(
  book: Book,
  entry: ZipEntry | undefined,
): Promise<NumberStyle[]> {
  const formats = new Map<number, string>()
  const ids: number[] = []
  let inCells = false
  if (entry)
    await scan(book, entry, {
      open(name, attributes) {
        if (name === 'numFmt')
          formats.set(
            Number(attributes['numFmtId']),
            (attributes['formatCode'] ?? '').slice(0, 300),
          )
        else if (name === 'cellXfs') inCells = true
        else if (name === 'xf' && inCells && ids.length < 100_000)
          ids.push(Number(attributes['numFmtId'] ?? 0))
      },
      close(name) {
        if (name === 'cellXfs') inCells = false
      },
      text: nothing,
    })
  return ids.map((id) => numberStyle(id, formats.get(id)))
}
