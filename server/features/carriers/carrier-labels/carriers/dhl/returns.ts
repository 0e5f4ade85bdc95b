import {
  CarrierError,
  type CarrierIssue,
  type CarrierReply,
  type LabelResult,
  type ParcelToShip,
  jsonOf,
} from '#server/features/carriers/carriers/index.ts'
import { masked } from '../masked.ts'
import { paperOf, type FetchPaper } from './answer.ts'
import { isOk, returnReply } from './wire.ts'

/** What became of a label for a return; without a label of its own it has a code to show. */
export async function returnResult(
  { ref }: Pick<ParcelToShip, 'ref'>,
  got: CarrierReply,
  body: unknown,
  fetchPaper: FetchPaper,
): Promise<LabelResult> {
  const read = returnReply.safeParse(jsonOf(got))
  if (!read.success)
    throw new CarrierError('badReply', 'not in the form we know', { status: got.status })
  const answer = read.data
  const raw = { request: masked(body), answer: masked(answer) }
  if (!isOk(answer.sstatus) || !answer.shipmentNo) {
    const message = answer.detail ?? answer.sstatus?.detail ?? answer.title ?? 'refused'
    const issue: CarrierIssue = { level: 'error', code: null, path: null, message }
    return { ref, ok: false, issues: [issue], raw }
  }
  const papers = await Promise.all([
    paperOf('return', answer.label, fetchPaper),
    paperOf('qr', answer.qrLabel, fetchPaper),
  ])
  return {
    ref,
    ok: true,
    carrierNo: answer.shipmentNo,
    handle: answer.shipmentNo,
    returnNo: answer.shipmentNo,
    routingCode: answer.routingCode ?? null,
    documents: papers.filter((paper) => paper !== null),
    issues: [],
    raw,
  }
}
