import { voidNumbers } from '#server/features/commercial/numbers/index.ts'
import type { DrawnSource } from '#server/features/orders/label-sources/index.ts'
import { unprintable } from '#server/kit/pdf/fonts.ts'
import { OWN_FIELDS, widthOnLabel } from './drawing/own-limits.ts'

/** Our own label: drawn with the print, under a number of our own. */
export const ownLabels: DrawnSource = {
  code: 'own',
  kind: 'drawn',
  serves: (_ctx, services) => Promise.resolve(new Set(services.map(({ id }) => id))),
  limits: { fields: OWN_FIELDS, widthOf: widthOnLabel, unprintable },
  void: voidNumbers,
}
