import { crc32, deflateRawSync } from 'node:zlib'
import { readSheet } from './sheets.ts'
import type { ReadOptions, SheetRow } from './sheets.ts'

export interface Part {
  name: string
  data: Buffer | string
  /** Lies for the tests: what the directory claims instead of the truth. */
  size?: number
  crc?: number
  flags?: number
  attributes?: number
  /** Points at another part's data instead of bringing its own. */
  over?: string
}

/** A ZIP written by hand, so that a test can make it lie. */
export function zip(parts: readonly Part[]): Buffer {
  const bodies: Buffer[] = []
  const directory: Buffer[] = []
  const places = new Map<string, { at: number; packed: Buffer }>()
  let at = 0
  for (const part of parts) {
    const data = Buffer.from(part.data)
    const name = Buffer.from(part.name)
    const shared = part.over === undefined ? undefined : places.get(part.over)
    const packed = shared?.packed ?? deflateRawSync(data)
    const header = Buffer.alloc(46)
    header.writeUInt32LE(0x02014b50, 0)
    header.writeUInt16LE(0x0314, 4)
    header.writeUInt16LE(20, 6)
    header.writeUInt16LE(part.flags ?? 0, 8)
    header.writeUInt16LE(8, 10)
    header.writeUInt32LE(part.crc ?? crc32(data), 16)
    header.writeUInt32LE(packed.length, 20)
    header.writeUInt32LE(part.size ?? data.length, 24)
    header.writeUInt16LE(name.length, 28)
    header.writeUInt32LE(part.attributes ?? 0, 38)
    header.writeUInt32LE(shared?.at ?? at, 42)
    directory.push(header, name)
    if (shared) continue
    places.set(part.name, { at, packed })
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50, 0)
    local.writeUInt16LE(20, 4)
    local.writeUInt16LE(8, 8)
    local.writeUInt16LE(name.length, 26)
    bodies.push(local, name, packed)
    at += 30 + name.length + packed.length
  }
  const central = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(parts.length, 8)
  end.writeUInt16LE(parts.length, 10)
  end.writeUInt32LE(central.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...bodies, central, end])
}

const types = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** The parts of a workbook around the sheet a test brings. */
export function workbookParts(
  sheetData: string,
  more: { shared?: string; styles?: string; workbook?: string; beforeSheet?: string } = {},
): Part[] {
  const parts: Part[] = [
    {
      name: '_rels/.rels',
      data: `<Relationships><Relationship Id="r1" Type="${types}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    },
    {
      name: 'xl/workbook.xml',
      data:
        more.workbook ??
        '<workbook><sheets><sheet name="Orders" sheetId="1" r:id="rId1"/></sheets></workbook>',
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      data: `<Relationships><Relationship Id="rId1" Type="${types}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${types}/worksheet" Target="/xl/worksheets/sheet1.xml"/></Relationships>`,
    },
    {
      name: 'xl/worksheets/sheet1.xml',
      data: `<?xml version="1.0"?>${more.beforeSheet ?? ''}<x:worksheet xmlns:x="m"><x:dimension ref="A1:XFD1048576"/><x:sheetData>${sheetData}</x:sheetData></x:worksheet>`,
    },
  ]
  if (more.shared !== undefined)
    parts.push({ name: 'xl/sharedStrings.xml', data: `<sst>${more.shared}</sst>` })
  if (more.styles !== undefined)
    parts.push({ name: 'xl/styles.xml', data: `<styleSheet>${more.styles}</styleSheet>` })
  return parts
}

export const workbook = (sheetData: string, more?: Parameters<typeof workbookParts>[1]): Buffer =>
  zip(workbookParts(sheetData, more))

export async function rowsOf(
  source: Uint8Array | string,
  name: string,
  options?: ReadOptions,
): Promise<SheetRow[]> {
  const rows: SheetRow[] = []
  for await (const batch of readSheet(source, name, options)) rows.push(...batch)
  return rows
}

/** The texts of a workbook's cells, row by row. */
export const cellsOf = async (bytes: Uint8Array): Promise<string[][]> =>
  (await rowsOf(bytes, 'sheet.xlsx')).map(({ cells }) => cells)

/** The code a file is refused with. */
export async function refusal(
  source: Uint8Array | string,
  name = 'orders.xlsx',
  options?: ReadOptions,
): Promise<string> {
  const outcome: unknown = await rowsOf(source, name, options).catch((error: unknown) => error)
  return outcome instanceof Error && 'code' in outcome
    ? String(outcome.code)
    : `read, or broken: ${String(outcome)}`
}
