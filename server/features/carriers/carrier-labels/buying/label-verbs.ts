import { sql } from 'kysely'
import type { carrierShipments } from '#contracts/carriers/carrier-shipments.ts'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { BulkResult } from '#contracts/kit/envelope.ts'
import { keyOf, liveLabels, wantVoids } from '#server/features/orders/label-sources/index.ts'
import { askVoids, finishLabels, voidLabels } from '#server/features/orders/labels/index.ts'
import { lockParcels } from '#server/features/orders/shipments/index.ts'
import { asSystem, type Ctx } from '#server/kit/access/ctx.ts'
import { change, changeMany } from '#server/kit/db/change.ts'
import { asSystemTx } from '#server/kit/db/tx.ts'
import { bytesOf, filesOf } from '#server/kit/files/stored-files.ts'
import { fail, failMissing } from '#server/kit/http/errors.ts'
import { FileReply } from '#server/kit/http/http-side.ts'
import { eachRow } from '#server/kit/resource/each-row.ts'
import { isoAfter, now, nowIso } from '#server/kit/runtime/clock.ts'
import { withAccount } from '../accounts/with-account.ts'
import { requireCarrier, type CarrierAction } from '../carrier-access.ts'
import { openAccounts } from './buy-labels.ts'
import { keepPapers, SHIPMENT_FILES } from './label-files.ts'
import { carrierLabels, isClosing, isHalfVoid, type CarrierLabel } from './label-rows.ts'
import { lookUp } from './look-up.ts'
import { parcelToShip, planParcels } from './plan-parcels.ts'
import { takeBack } from './take-back.ts'
import { storedMessages, worded } from './wording.ts'

/** A label within the caller's reach, of a carrier they may do this with. */
export async function reachedLabel(
  ctx: Ctx,
  id: string,
  action: CarrierAction,
): Promise<CarrierLabel> {
  const seen = await sql<{ carrier: string }>`select c.carrier
    from ${ctx.rows('carrierShipment').as('c')} where c.id = ${id}`.execute(ctx.db)
  const { carrier } = seen.rows[0] ?? failMissing()
  requireCarrier(ctx, carrier, 'shipment', action)
  return (await carrierLabels(ctx, { ids: [id] }))[0] ?? failMissing()
}

export async function labelDetail(
  ctx: Ctx,
  { id }: In<typeof carrierShipments.detail>,
): Promise<Out<typeof carrierShipments.detail>> {
  const label = await reachedLabel(ctx, id, 'list')
  const raw = await sql<{ raw: unknown }>`select c.raw
    from ${ctx.rows('carrierShipment').as('c')} where c.id = ${id}`.execute(ctx.db)
  return {
    id,
    messages: label.messages.map((one) => worded(ctx.lang, one)),
    // How a carrier is asked is the company's own business.
    raw: ctx.principal.customerId === null ? (raw.rows[0]?.raw ?? null) : null,
  }
}

/** The account that bought it, as long as its carrier lets it in. */
export async function accountOfLabel(ctx: Ctx, label: CarrierLabel) {
  const account = (await openAccounts(ctx, [label])).get(label.accountId)
  if (!account) return failMissing()
  if (account.row.stoppedAt !== null)
    fail('carrierBatch.accountStopped', { name: account.row.name })
  return account
}

export async function validateLabel(
  ctx: Ctx,
  { id }: In<typeof carrierShipments.validate>,
): Promise<Out<typeof carrierShipments.validate>> {
  const label = await reachedLabel(ctx, id, 'edit')
  const account = await accountOfLabel(ctx, label)
  const plan = (await planParcels(ctx, [label.parcelId])).get(label.parcelId) ?? failMissing()
  const parcel = await parcelToShip(ctx, plan, account, label.reference)
  const { ok, issues } = await withAccount(ctx, account, () => account.adapter.validate!(parcel))
  return {
    ok,
    messages: storedMessages(account.carrier, issues).map((one) => worded(ctx.lang, one)),
  }
}

const TYPES = { pdf: 'application/pdf', zpl: 'text/plain; charset=utf-8' } as const

/** From our store where it is there; another format is asked of the carrier and kept as well. */
export async function labelFile(
  ctx: Ctx,
  { id, format }: In<typeof carrierShipments.label>,
): Promise<FileReply> {
  const label = await reachedLabel(ctx, id, 'list')
  if (label.state !== 'bought' || label.handle === null || label.voidState === 'void')
    fail('carrierShipment.noLabel', { label: label.serialNumber })
  const name = `label-${label.carrierNo ?? id}.${format === 'pdf' ? 'pdf' : 'txt'}`
  const isLabel = (file: { name: string }) =>
    file.name.startsWith('label-') && file.name.endsWith(format === 'pdf' ? '.pdf' : '.txt')
  const files = await filesOf(ctx, SHIPMENT_FILES, [id])
  const known = files.find(isLabel)
  if (known) return new FileReply(name, TYPES[format], await bytesOf(ctx, known))
  const account = await accountOfLabel(ctx, label)
  const papers = await withAccount(ctx, account, () =>
    account.adapter.reprint!(label.handle!, format),
  )
  const paper = papers.find((one) => one.kind === 'label' && one.format === format)
  if (!paper) return fail('carrierShipment.noFormat', { label: label.serialNumber })
  await keepPapers(ctx, label, [paper])
  return new FileReply(name, TYPES[format], Buffer.from(paper.bytes))
}

/** Taken back with the account that bought it, through the order's own record of the label. */
export const cancelLabels = (
  ctx: Ctx,
  { ids }: In<typeof carrierShipments.cancel>,
): Promise<BulkResult> => cancelEach(ctx, ids)

const SAFETY_MS = 120_000

export async function cancelEach(ctx: Ctx, ids: readonly string[]): Promise<BulkResult> {
  const forced = new Set<string>()
  const noted = await eachRow(ctx, ids, async (tx, id, name) => {
    const label = await reachedLabel(tx, id, 'cancel')
    name(label.serialNumber)
    if (label.voidState === 'void') fail('carrierShipment.isVoid', { label: label.serialNumber })
    const system = asSystemTx(tx, tx.principal.tenantId)
    await lockParcels(system, [label.parcelId])
    // The order's record may be void already, by force, and the parcel have another label since.
    const live = (await liveLabels(system, [label.parcelId])).get(label.parcelId)
    const isLive = live !== undefined && keyOf(system, live) === label.labelKey
    // From here on no manifest takes it; and none that took it before is overtaken.
    await changeMany(system, 'carrierShipment', [id], (row) => {
      if (row.closedAt !== null) fail('carrierShipment.isClosed', { label: label.serialNumber })
      if (isClosing(row)) fail('carrierShipment.isClosing', { label: label.serialNumber })
      // One that is void by force alone may still be the carrier's: it is asked again.
      const isDone = row.state === 'bought' && !isLive && !isHalfVoid(row)
      if (row.voidState === 'void' || isDone)
        fail('carrierShipment.isVoid', { label: label.serialNumber })
      return row.state === 'bought' && isLive ? { voidState: 'sent', voidAskedAt: nowIso() } : null
    })
    if (!isLive && label.state === 'bought') forced.add(id)
    if (!isLive) return label.serialNumber
    await wantVoids(tx, [label.parcelId])
    // The call is made below; the job ends it where this process does not.
    await tx.job(voidLabels, { parcelIds: [label.parcelId] }, { runAt: isoAfter(SAFETY_MS) })
    return label.serialNumber
  })
  const good = noted.rows.filter(({ ok }) => ok).map(({ id }) => id)
  const before = await carrierLabels(ctx, { ids: good })
  const system = asSystem(ctx, ctx.principal.tenantId)
  const [dead, live] = [true, false].map((is) => before.filter(({ id }) => forced.has(id) === is))
  await askVoids(
    system,
    live!.map(({ parcelId }) => parcelId),
  )
  await takeBack(system, dead!)
  const after = new Map((await carrierLabels(ctx, { ids: good })).map((one) => [one.id, one]))
  const rows = noted.rows.map((row) => {
    const label = after.get(row.id)
    if (!row.ok || label?.voidState !== 'refused') return row
    return { ...row, ok: false, code: 'carrierShipment.refused', message: label.voidReason }
  })
  const done = rows.filter(({ ok }) => ok).length
  return { done, failed: rows.length - done, rows }
}

/** Asks at once about labels whose answer was lost, and for those that came broken. */
export async function lookAgain(
  ctx: Ctx,
  { ids }: In<typeof carrierShipments.look>,
): Promise<BulkResult> {
  const noted = await eachRow(ctx, ids, async (tx, id, name) => {
    const label = await reachedLabel(tx, id, 'edit')
    name(label.serialNumber)
    const isOpen = label.state === 'unknown' || label.state === 'sent' || label.state === 'wanted'
    if (!isOpen && !(label.state === 'bought' && label.labelFileId === null))
      fail('carrierShipment.isAnswered', { label: label.serialNumber })
    await tx.job(finishLabels, { parcelIds: [label.parcelId] })
    return label.serialNumber
  })
  const good = noted.rows.filter(({ ok }) => ok).map(({ id }) => id)
  const system = asSystem(ctx, ctx.principal.tenantId)
  await lookUp(system, await carrierLabels(ctx, { ids: good }), now())
  return noted
}

/** Found out by a person to be nowhere: it is wanted again, and bought with the next turn. */
export const releaseLabels = (
  ctx: Ctx,
  { ids, reason }: In<typeof carrierShipments.release>,
): Promise<BulkResult> =>
  eachRow(ctx, ids, async (tx, id, name) => {
    const label = await reachedLabel(tx, id, 'cancel')
    name(label.serialNumber)
    if (label.state !== 'unknown') fail('carrierShipment.notUnknown', { label: label.serialNumber })
    await change(
      asSystemTx(tx, tx.principal.tenantId),
      'carrierShipment',
      id,
      { state: 'wanted', messages: [] },
      {
        if: (row) => {
          if (row.state !== 'unknown')
            fail('carrierShipment.notUnknown', { label: label.serialNumber })
        },
        note: { releasedBecause: reason },
      },
    )
    await tx.job(finishLabels, { parcelIds: [label.parcelId] })
    return label.serialNumber
  })
