import { POOLED } from '#contracts/returns/return-tracks.states.ts'
import type { PaletteOffer } from '../../../kit/platform/palette-offer.ts'

/** A return that was found is shown in its list, open: that of returns without an owner, or of owners. */
const offer: PaletteOffer = {
  texts: 'return-tracks',
  open: {
    return: (hit) => {
      const list = POOLED.includes(Number(hit.status)) ? 'unconfirmed' : 'mine'
      return `/returns/${list}?_row=${encodeURIComponent(hit.id)}`
    },
  },
}
export default offer
