import { sql } from 'kysely'
import type { carrierShipments } from '#contracts/carriers/carrier-shipments.ts'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { asSystem, type Ctx } from '#server/kit/access/ctx.ts'
import { change } from '#server/kit/db/change.ts'
import { asSystemTx, inTx } from '#server/kit/db/tx.ts'
import { filesOf, type StoredFile } from '#server/kit/files/stored-files.ts'
import { fail, failMissing } from '#server/kit/http/errors.ts'
import { withAccount } from '../accounts/with-account.ts'
import { keepPapers, SHIPMENT_FILES } from './label-files.ts'
import { accountOfLabel, reachedLabel } from './label-verbs.ts'
import { carrierLabels, type CarrierLabel } from './label-rows.ts'
import { parcelToShip, planParcels } from './plan-parcels.ts'
import { storedMessages, worded } from './wording.ts'

export interface ReturnLabel {
  returnNo: string
  /** The label and, where the carrier has one, the code a shop prints it by. */
  files: StoredFile[]
}

/** The label for the way back of one that was bought here, for those who may see it. */
export async function makeReturnLabel(
  ctx: Ctx,
  { id }: In<typeof carrierShipments.returnLabel>,
): Promise<Out<typeof carrierShipments.returnLabel>> {
  const { returnNo } = await returnFor(ctx, await reachedLabel(ctx, id, 'edit'))
  return { returnNo }
}

/**
 * The same for a parcel that comes back: null where its label was not bought here, or its carrier
 * sells none for the way back. Rights are the caller's to check; nothing is asked twice.
 */
export async function returnLabelOfParcel(ctx: Ctx, parcelId: string): Promise<ReturnLabel | null> {
  const tenant = asSystem(ctx, ctx.principal.tenantId)
  const found = await sql<{ id: string }>`select c.id
    from ${tenant.rows('carrierShipment').as('c')}
    where c.parcel_id = ${parcelId} and c.state = 'bought' and c.void_state is distinct from 'void'
    order by c.id desc limit 1`.execute(ctx.db)
  const [label] = await carrierLabels(
    ctx,
    found.rows.length > 0 ? { ids: [found.rows[0]!.id] } : { ids: [] },
  )
  if (!label) return null
  const { adapter } = await accountOfLabel(ctx, label)
  return adapter.createReturn ? returnFor(ctx, label) : null
}

/** A label for the way back costs when it is used: one whose answer was lost is simply made again. */
async function returnFor(ctx: Ctx, label: CarrierLabel): Promise<ReturnLabel> {
  const named = { label: label.serialNumber }
  const known = await keptReturn(ctx, label.id)
  if (known) return known
  if (label.state !== 'bought' || label.voidState === 'void') fail('carrierShipment.noLabel', named)
  const account = await accountOfLabel(ctx, label)
  const { adapter, carrier } = account
  if (!adapter.createReturn) fail('carrierShipment.noReturns', { carrier: carrier.title[ctx.lang] })
  const plan = (await planParcels(ctx, [label.parcelId])).get(label.parcelId) ?? failMissing()
  const parcel = await parcelToShip(ctx, plan, account, label.reference)
  const answer = await withAccount(ctx, account, () =>
    adapter.createReturn!(parcel, `return-${label.labelKey}`),
  )
  if (!answer.ok) {
    const [first] = storedMessages(carrier, answer.issues).map((one) => worded(ctx.lang, one))
    return fail('carrierShipment.returnRefused', { ...named, reason: first?.text ?? '' })
  }
  // Asked for twice at once, the first number stays: the papers kept are those of that number.
  const isFirst = await inTx(ctx, async (tx) => {
    let mine = false
    await change(asSystemTx(tx, tx.principal.tenantId), 'carrierShipment', label.id, (row) => {
      mine = row.returnNo === null
      return mine ? { returnNo: answer.carrierNo } : {}
    })
    return mine
  })
  if (isFirst)
    await keepPapers(
      ctx,
      label,
      answer.documents.map((one) => (one.kind === 'label' ? { ...one, kind: 'return' } : one)),
    )
  return (await keptReturn(ctx, label.id)) ?? failMissing()
}

async function keptReturn(ctx: Ctx, id: string): Promise<ReturnLabel | null> {
  const tenant = asSystem(ctx, ctx.principal.tenantId)
  const found = await sql<{ returnNo: string | null }>`select c.return_no
    from ${tenant.rows('carrierShipment').as('c')} where c.id = ${id}`.execute(ctx.db)
  const returnNo = found.rows[0]?.returnNo
  if (!returnNo) return null
  const files = await filesOf(tenant, SHIPMENT_FILES, [id])
  return { returnNo, files: files.filter(({ name }) => /^(?:return|qr)-/.test(name)) }
}
