import { TODAY } from '#contracts/insight/dashboards.measures.ts'
import { linkOf } from '#contracts/kit/measure.ts'
import { orderPerms } from '#contracts/orders/kinds/kind-perms.ts'
import { ALL_ORDERS } from '#contracts/orders/kinds/kinds.ts'
import type { PaletteOffer } from '../../../kit/platform/palette-offer.ts'
import { orderPath } from './list/order-links.ts'
import { lastPrinted, printLast } from './print/print-last.ts'

/**
 * What orders lay into the palette: where one is shown, a new one, and the last label once more.
 */
const offer: PaletteOffer = {
  texts: 'shipments',
  actions: [
    {
      title: 'palette.new',
      perm: orderPerms('add'),
      run: ({ navigate }) => navigate(`${ALL_ORDERS}?new=1`),
    },
    {
      title: 'palette.exceptions',
      words: 'exception problem stuck 异常 问题件',
      perm: orderPerms('list'),
      run: ({ navigate }) => navigate(linkOf(TODAY.exceptions, { today: '' })!),
    },
    {
      title: 'palette.printLast',
      perm: 'ship:label:print',
      ready: () => lastPrinted() !== null,
      run: printLast,
    },
  ],
  open: { order: (hit) => orderPath(hit.id) },
}
export default offer
