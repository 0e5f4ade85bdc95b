import {
  checkLimits,
  chooseSources,
  liveLabels,
} from '#server/features/orders/label-sources/index.ts'
import { fileTakers } from '#server/features/commercial/services/index.ts'
import type { Tx } from '#server/kit/access/ctx.ts'
import { fail, Refusal } from '#server/kit/http/errors.ts'
import { translate, translateError } from '#server/kit/http/texts.ts'
import type { LockedOrder } from '../parcels/lock-order.ts'

/** Refuses an order whose data the source of its label cannot print whole. */
export async function requireLabelFits(tx: Tx, order: LockedOrder): Promise<void> {
  const { serviceId: id, serviceCode: code, courierCode } = order
  const source = (await chooseSources(tx, [{ id, code, courierCode }])).get(id)!
  const issues =
    source.kind === 'drawn'
      ? await source.unfit(tx, order.parcelIds)
      : [
          ...checkLimits(source.limits, 'consignee', order.consignee),
          ...(order.sender ? checkLimits(source.limits, 'sender', order.sender) : []),
        ]
  if (issues.length === 0) return
  const worded = issues.map(
    ({ path, code: why, data }) => `${nameOf(tx, path)}: ${translateError(tx.lang, why, data)}`,
  )
  throw new Refusal('label.doesNotFit', {
    data: { label: order.serialNumber, list: worded.join('; ') },
    issues,
  })
}

/** Refuses an order whose parcels would leave without the file their carrier waits for. */
export async function requireFileTaker(tx: Tx, { serviceId, serviceCode }: LockedOrder) {
  const missing = await fileTakers.of(tx.deps).missing(tx, [serviceId])
  if (missing.has(serviceId)) fail('service.noFileTaker', { label: serviceCode })
}

/** `consignee.name` in words; `label.footer` is a field of the template. */
const nameOf = ({ lang }: Tx, path: string): string =>
  path.startsWith('label.')
    ? translate(lang, 'label-fields', path.slice('label.'.length))
    : translate(lang, 'label-printing', `field.${path}`)

/** A label another source was asked for is taken back by cancelling, not by withdrawing. */
export async function requireNoLabel(tx: Tx, order: LockedOrder): Promise<void> {
  if ((await liveLabels(tx, order.parcelIds)).size > 0)
    fail('label.underWay', { label: order.serialNumber })
}
