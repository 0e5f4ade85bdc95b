import { voidNumbers } from '#server/features/commercial/numbers/index.ts'
import type { DrawnSource } from '#server/features/orders/label-sources/index.ts'
import { unfitLabels } from './unfit-labels.ts'

/** Our own label: drawn with the print, under a number of our own. */
export const ownLabels: DrawnSource = {
  code: 'own',
  kind: 'drawn',
  serves: (_ctx, services) => Promise.resolve(new Set(services.map(({ id }) => id))),
  unfit: unfitLabels,
  void: voidNumbers,
}
