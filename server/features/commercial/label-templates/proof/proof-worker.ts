import { parentPort, workerData } from 'node:worker_threads'
import { LabelError } from '../drawing/label-error.ts'
import { drawProof, type Proof, type ProofOrder } from './draw-proof.ts'

/** What the thread answers, once. */
export type ProofReply =
  | { proof: Proof }
  | { refused: LabelError['code']; data: Record<string, string | number> }
  | { broken: string }

async function reply(order: ProofOrder): Promise<ProofReply> {
  try {
    return { proof: await drawProof(order) }
  } catch (error) {
    if (error instanceof LabelError)
      return { refused: error.code, data: error.data as Record<string, string | number> }
    return { broken: String(error) }
  }
}

if (parentPort) parentPort.postMessage(await reply(workerData as ProofOrder))
