import { readFile, stat } from 'node:fs/promises'
import { setImmediate as breathe } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { Charset, Separator } from '#contracts/kit/sheets/charsets.ts'
import { textReading, type TextReading } from './sheets-csv.ts'
import { SheetError, sheetLimits } from './sheets-model.ts'
import type { SheetLimits, SheetRow } from './sheets-model.ts'
import { readHere, sheetKind } from './sheets-read.ts'
import { sheetNames } from './sheets-xlsx.ts'
import type { SheetOrder, SheetReply } from './sheets-worker.ts'
import { zipEntries } from './sheets-zip.ts'

export { decodeText } from './charset.ts'
export { unzip, zipEntries } from './sheets-zip.ts'
export { SheetError, sheetLimits } from './sheets-model.ts'
export type { SheetRow } from './sheets-model.ts'
export { sheetStream, writeSheet } from './sheets-write.ts'
export type { SheetCell, SheetColumn, SheetFormat, SheetTable } from './sheets-write.ts'

export interface ReadOptions extends Partial<SheetLimits> {
  /** Sheet of a workbook by its name; otherwise the first visible one. */
  sheet?: string | undefined
  /** Charset and separator of a text file, where a user has chosen them. */
  charset?: Charset | undefined
  separator?: Separator | undefined
  /** Names the cells that are numbers of a workbook (`SheetRow.numbers`). */
  marksNumbers?: boolean
  /** Milliseconds the thread may keep its reader waiting in all (security.md §6.13: 30 s). */
  timeout?: number
}

const KEEP_WAITING = 30_000
/** Above these a workbook is parsed in a thread of its own: 2 MB of file, or what unpacks to 8. */
const THREAD_BYTES = 2 * 1024 * 1024
const THREAD_UNZIPPED = 8 * 1024 * 1024
/** 256 MB in all: the heap, plus the file and what is being unpacked. */
const heap = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 16 }

async function load(source: Uint8Array | string, limits: SheetLimits): Promise<Buffer> {
  if (typeof source !== 'string')
    return Buffer.from(source.buffer, source.byteOffset, source.byteLength)
  if ((await stat(source)).size > limits.fileBytes)
    throw new SheetError('sheet.tooLarge', { limit: limits.fileBytes })
  return readFile(source)
}

/** Names of a workbook's sheets, visible ones first; none of what has no sheets. */
export async function sheetsIn(bytes: Uint8Array, name: string): Promise<string[]> {
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return sheetKind(whole, name, sheetLimits) === 'xlsx' ? sheetNames(whole, sheetLimits) : []
}

/** How a file is read: which of its sheets, or by which charset and separator. */
export interface SheetReading {
  sheets: string[]
  charset: Charset | null
  separator: Separator | null
}

/** What of a file can be chosen, with what is guessed where nothing was. */
export async function readingOf(
  bytes: Uint8Array,
  name: string,
  wish: TextReading = {},
): Promise<SheetReading> {
  const sheets = await sheetsIn(bytes, name)
  if (sheets.length > 0) return { sheets, charset: null, separator: null }
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return { sheets, ...textReading(whole, wish) }
}

async function needsThread(bytes: Buffer, limits: SheetLimits): Promise<boolean> {
  if (bytes.length > THREAD_BYTES) return true
  const entries = [...(await zipEntries(bytes, limits)).values()]
  return entries.reduce((sum, { size }) => sum + size, 0) > THREAD_UNZIPPED
}

/**
 * Rows of an uploaded spreadsheet, in batches of at most 1,000, header included (row 1). CSV in any
 * encoding
 * Excel writes, or XLSX. Every cell is text: numbers exactly as typed (0.377), dates as ISO 8601,
 * formulas as `=A1*2` unevaluated, text with its leading zeros.
 *
 * `source` is the file's bytes or its path, `name` what the user called it. Refuses with a
 * `SheetError` before unpacking what breaks security.md §6.8; large workbooks are read in a thread
 * with 256 MB and 30 s, which ends with the loop that consumes the rows. A CSV is read here, others
 * get their turn between batches: starting a thread costs as much as thirty thousand rows.
 */
export async function* readSheet(
  source: Uint8Array | string,
  name: string,
  options: ReadOptions = {},
): AsyncGenerator<SheetRow[]> {
  const {
    sheet,
    charset,
    separator,
    marksNumbers = false,
    timeout = KEEP_WAITING,
    ...requested
  } = options
  const limits: SheetLimits = { ...sheetLimits, ...requested }
  const bytes = await load(source, limits)
  const kind = sheetKind(bytes, name, limits)
  if (kind === 'xlsx' && (await needsThread(bytes, limits)))
    return yield* readInThread({ bytes, kind, limits, sheet, marksNumbers }, timeout)
  for await (const batch of readHere(bytes, kind, limits, {
    sheet,
    charset,
    separator,
    marksNumbers,
  })) {
    yield batch
    await breathe()
  }
}

async function* readInThread(order: SheetOrder, timeout: number): AsyncGenerator<SheetRow[]> {
  const worker = new Worker(new URL('./sheets-worker.ts', import.meta.url), {
    workerData: order,
    resourceLimits: heap,
    execArgv: [],
    stderr: true,
  })
  const ended = endOf(worker)
  let left = timeout
  try {
    for (;;) {
      const requested = performance.now()
      const reply = await answer(worker, ended, left)
      left -= performance.now() - requested
      if ('done' in reply) return
      if ('refused' in reply) throw new SheetError(reply.refused, reply.data)
      if ('broken' in reply) throw new Error(`Sheet reader: ${reply.broken}`)
      yield reply.rows
    }
  } finally {
    await worker.terminate()
  }
}

/**
 * One request, one reply; only the time spent here counts, not what the consumer does with the
 * rows.
 */
function answer(worker: Worker, ended: Promise<never>, patience: number): Promise<SheetReply> {
  const { promise, resolve, reject } = Promise.withResolvers<SheetReply>()
  const timer = setTimeout(() => reject(new SheetError('sheet.tooSlow')), Math.max(0, patience))
  worker.once('message', resolve)
  worker.postMessage('next')
  return Promise.race([promise, ended]).finally(() => {
    clearTimeout(timer)
    worker.off('message', resolve)
  })
}

/** Rejects when the thread ends, also while nothing waits for it. */
function endOf(worker: Worker): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>()
  worker.once('error', (error: Error & { code?: string }) =>
    reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new SheetError('sheet.tooLarge') : error),
  )
  worker.once('exit', (code) => reject(new Error(`Sheet reader ended with ${code}`)))
  promise.catch(() => {})
  return promise
}
