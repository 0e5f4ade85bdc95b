import type { PaletteOffer } from '../../../kit/platform/palette-offer.ts'

/** A parcel that was found is shown where numbers are tracked, with its timeline open. */
const offer: PaletteOffer = {
  texts: 'tracking',
  open: {
    parcel: (hit) =>
      `/tracking/search?nos=${encodeURIComponent(hit.title)}&_row=${encodeURIComponent(hit.id)}`,
  },
}
export default offer
