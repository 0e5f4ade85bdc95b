import { setImmediate as breathe } from 'node:timers/promises'
import { SheetError } from '#server/kit/sheets/sheets.ts'
import { xmlScanner } from '#server/kit/sheets/sheets-xml.ts'

const PIECE = 256 * 1024
/** What nests deeper, or has more different elements, is no bill. */
const DEPTH = 40
const PATHS = 2_000

/** Whether a file is XML, whatever it is called. */
export const isXml = (bytes: Uint8Array): boolean =>
  /^(?:\ufeff|ï»¿)?\s*<(?:\?xml|[A-Za-z_])/.test(
    Buffer.from(bytes.subarray(0, 200)).toString('latin1'),
  )

function decoderOf(bytes: Uint8Array): TextDecoder {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le')
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be')
  const head = Buffer.from(bytes.subarray(0, 200)).toString('latin1')
  const declared = /^[^>]{0,100}encoding\s*=\s*["']([\w-]{1,40})["']/.exec(head)?.[1] ?? 'utf-8'
  try {
    return new TextDecoder(declared)
  } catch {
    throw new SheetError('sheet.damaged')
  }
}

export interface XmlEvents {
  /** An element opens: the path of names down to it. */
  open(path: string): void
  /** It has an attribute, or a text and no elements; `path` names the value. */
  value(path: string, text: string): void
  close(path: string): void
}

/**
 * Walks a file of XML from end to end, others having their turn in between. Entities of its own and
 * document types are refused.
 */
export async function* walkXml(bytes: Uint8Array, events: XmlEvents): AsyncGenerator<void> {
  const open: { path: string; text: string; isLeaf: boolean }[] = []
  const scanner = xmlScanner({
    open(name, attributes) {
      const parent = open.at(-1)
      if (parent) parent.isLeaf = false
      const path = parent ? `${parent.path}/${name}` : name
      if (open.length >= DEPTH) throw new SheetError('sheet.damaged')
      open.push({ path, text: '', isLeaf: true })
      events.open(path)
      for (const [key, text] of Object.entries(attributes))
        if (text && !/^xmlns(?::|$)|^xsi:/.test(key)) events.value(`${path}/@${key}`, text.trim())
    },
    text(text) {
      const element = open.at(-1)
      if (element?.isLeaf) element.text += text
    },
    close() {
      const element = open.pop()
      if (!element) return
      const text = element.text.trim()
      if (element.isLeaf && text !== '') events.value(element.path, text)
      events.close(element.path)
    },
  })
  const decoder = decoderOf(bytes)
  for (let at = 0; at < bytes.length; at += PIECE) {
    scanner.push(decoder.decode(bytes.subarray(at, at + PIECE), { stream: true }))
    yield
    await breathe()
  }
  scanner.end()
  yield
}

export interface XmlShape {
  /** Elements that may be the rows of a table, the likeliest first. */
  records: string[]
  /** How often each element comes. */
  counts: ReadonlyMap<string, number>
}

const AMOUNT = /amount|betrag|netto|montant|price|charge|金额|费用/i

/** Which elements of a file come again and again, those that hold an amount themselves first. */
export async function shapeOf(bytes: Uint8Array): Promise<XmlShape> {
  const counts = new Map<string, number>()
  const holding = new Map<string, boolean>()
  const walk = walkXml(bytes, {
    open(path) {
      counts.set(path, (counts.get(path) ?? 0) + 1)
      if (counts.size > PATHS)
        throw new SheetError('sheet.tooManyColumns', { row: 1, limit: PATHS })
    },
    value(path) {
      const holder = path.slice(0, path.lastIndexOf('/'))
      const name = path.slice(holder.length + 1)
      if (AMOUNT.test(name)) holding.set(holder, true)
      else if (!holding.has(holder)) holding.set(holder, false)
    },
    close() {},
  })
  for await (const _ of walk);
  const depth = (path: string) => path.split('/').length
  const records = [...holding]
    .filter(([path]) => path.includes('/'))
    .toSorted(
      ([a, first], [b, second]) =>
        Number(second) - Number(first) ||
        counts.get(b)! - counts.get(a)! ||
        depth(a) - depth(b) ||
        (a < b ? -1 : 1),
    )
    .map(([path]) => path)
  return { records, counts }
}
