import { parentPort, workerData } from 'node:worker_threads'
import { SheetError } from './sheets-model.ts'
import type { SheetErrorCode, SheetLimits, SheetRow } from './sheets-model.ts'
import { readHere } from './sheets-read.ts'
import type { SheetKind } from './sheets-read.ts'

/** What the thread is started with. */
export interface SheetOrder {
  bytes: Uint8Array
  kind: SheetKind
  limits: SheetLimits
  sheet: string | undefined
  marksNumbers: boolean
}

/** What it answers, one message per request. */
export type SheetReply =
  | { rows: SheetRow[] }
  | { done: true }
  | { refused: SheetErrorCode; data: Record<string, string | number> }
  | { broken: string }

async function* replies({
  bytes,
  kind,
  limits,
  sheet,
  marksNumbers,
}: SheetOrder): AsyncGenerator<SheetReply> {
  try {
    for await (const rows of readHere(
      Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
      kind,
      limits,
      { sheet, marksNumbers },
    ))
      yield { rows }
    yield { done: true }
  } catch (error) {
    if (error instanceof SheetError)
      yield { refused: error.code, data: error.data as Record<string, string | number> }
    else yield { broken: String(error) }
  }
}

if (parentPort) {
  const port = parentPort
  const next = replies(workerData as SheetOrder)
  // One batch per request, so that a slow reader of rows never makes them pile up.
  port.on('message', () => {
    void next.next().then(({ value }) => value && port.postMessage(value))
  })
}
