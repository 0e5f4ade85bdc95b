import {
  CarrierError,
  type CallOptions,
  type CarrierIssue,
  type CarrierReply,
  type LabelResult,
  type ParcelToShip,
  jsonOf,
} from '#server/features/carriers/carriers/index.ts'
import type { AccountTerms } from '../label-carrier.ts'
import { masked } from '../masked.ts'
import { paperOf, type FetchPaper } from './answer.ts'
import { contact } from './request.ts'
import { isOk, returnReply, type Ask } from './wire.ts'

const ORDERS = '/parcel/de/shipping/returns/v1/orders?labelType=BOTH'
const LONGEST_REFERENCE = 30

/** A label to send a parcel back with, and the code a shop prints it by: from its consignee to the receiver. */
export async function returnLabel(
  ask: Ask,
  parcel: ParcelToShip,
  { settings }: AccountTerms,
  fetchPaper: FetchPaper,
  options?: CallOptions,
): Promise<LabelResult> {
  const { ref } = parcel
  const receiverId = settings['receiverId']
  if (!receiverId) {
    const message = 'The account has no receiver id of returns.'
    const issue: CarrierIssue = { level: 'error', code: null, path: 'receiverId', message }
    return { ref, ok: false, issues: [issue], raw: null }
  }
  const body = {
    receiverId,
    customerReference: parcel.reference.slice(-LONGEST_REFERENCE),
    shipper: contact(parcel.consignee),
    itemWeight: { uom: 'g', value: parcel.weightG },
  }
  return returnResult(
    parcel,
    await ask('createReturn', 'POST', ORDERS, body, options),
    body,
    fetchPaper,
  )
}

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
