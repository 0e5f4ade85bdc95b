import { linkOf } from '#contracts/kit/measure.ts'
import { LATE_PARCELS } from '#contracts/tracking/delivery-numbers.measures.ts'
import type { PaletteOffer } from '../../../kit/platform/palette-offer.ts'

/**
 * A parcel that was found is shown where numbers are tracked, with its timeline open; late ones are
 * found by what people call them.
 */
const offer: PaletteOffer = {
  texts: 'tracking',
  actions: [
    {
      title: 'lateParcels',
      words:
        'late delayed overdue stuck silent parcels delay alert exception 延误 延误包裹 超时 超时未达 滞留 时效预警 卡住 无轨迹 异常',
      perm: 'trk:number:list',
      run: ({ navigate }) => navigate(linkOf(LATE_PARCELS, { today: '' }) ?? ''),
    },
  ],
  open: {
    parcel: (hit) =>
      `/tracking/search?nos=${encodeURIComponent(hit.title)}&_row=${encodeURIComponent(hit.id)}`,
  },
}
export default offer
