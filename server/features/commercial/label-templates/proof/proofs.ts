import { Worker } from 'node:worker_threads'
import type { LabelElement } from '#contracts/commercial/labels/document.ts'
import { fail, failUnavailable } from '#server/kit/http/errors.ts'
import { LabelError } from '../drawing/label-error.ts'
import { dotsPerMm } from '../drawing/render-zpl.ts'
import { drawProof, type Preview, type ProofOrder } from './draw-proof.ts'
import type { ProofReply } from './proof-worker.ts'

/** Dots drawn without a thread, about a tenth of a second; everyday labels are far below. */
const HERE = 10_000_000
/** Means of pixels take so many times as long as dots. */
const PICTURE = 24
const LETTER = 200
const PATIENCE = 30_000
const heap = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 16 }

/** How much a label is to draw, in dots; a little more than it is. */
export function drawnDots({ document, pictures, dpi }: ProofOrder): number {
  const perMm = dotsPerMm[dpi] ** 2
  const ofElement = (element: LabelElement): number => {
    const area = element.w * element.h * perMm
    if (element.type === 'picture') {
      const { width = 0, height = 0 } = pictures.get(element.pictureId) ?? {}
      return PICTURE * (area + width * height)
    }
    const text = element.type === 'text' ? element.text.length : 100
    return 'size' in element ? 2 * area + LETTER * text : area
  }
  const page = 3 * document.page.width * document.page.height * perMm
  return document.elements.reduce((sum, element) => sum + ofElement(element), page)
}

/** Threads one after the other: each takes a processor and a quarter of a gigabyte. */
const WAITING_MAX = 20
const queue = { length: 0, last: Promise.resolve<unknown>(null) }

async function inTurn<R>(work: () => Promise<R>): Promise<R> {
  if (queue.length >= WAITING_MAX) failUnavailable('server.busy')
  queue.length++
  const turn = queue.last.then(work)
  queue.last = turn.catch(() => null)
  try {
    return await turn
  } finally {
    queue.length--
  }
}

const drawn = (order: ProofOrder) =>
  drawnDots(order) <= HERE ? drawProof(order) : inTurn(() => inThread(order))

export async function drawPreview(order: Extract<ProofOrder, { as: 'preview' }>): Promise<Preview> {
  const proof = await drawn(order)
  if (!('preview' in proof)) throw new Error('no preview was drawn')
  return proof.preview
}

/** @throws LabelError where it cannot be drawn; Refusal label.tooMuch where it takes too long */
export async function drawFile(order: Exclude<ProofOrder, { as: 'preview' }>): Promise<Buffer> {
  const proof = await drawn(order)
  if (!('file' in proof)) throw new Error('no file was drawn')
  const { buffer, byteOffset, length } = proof.file
  return Buffer.from(buffer, byteOffset, length)
}

async function inThread(order: ProofOrder) {
  const reply = await replyOf(order)
  if ('refused' in reply) throw new LabelError(reply.refused, reply.data)
  if ('broken' in reply) throw new Error(`Label drawing: ${reply.broken}`)
  return reply.proof
}

async function replyOf(order: ProofOrder): Promise<ProofReply> {
  const worker = new Worker(new URL('./proof-worker.ts', import.meta.url), {
    workerData: order,
    resourceLimits: heap,
    execArgv: [],
    stderr: true,
  })
  const { promise, resolve, reject } = Promise.withResolvers<ProofReply | 'tooMuch'>()
  const timer = setTimeout(() => resolve('tooMuch'), PATIENCE)
  worker.once('message', resolve)
  worker.once('error', (error: Error & { code?: string }) =>
    error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? resolve('tooMuch') : reject(error),
  )
  worker.once('exit', (code) => reject(new Error(`Label drawing ended with ${code}`)))
  try {
    const reply = await promise
    return reply === 'tooMuch' ? fail('label.tooMuch') : reply
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}
