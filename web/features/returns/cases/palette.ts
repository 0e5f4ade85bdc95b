import type { PaletteOffer } from '../../../kit/platform/palette-offer.ts'

/** A case that was found is shown in the list, with its messages open. */
const offer: PaletteOffer = {
  texts: 'cases',
  open: { case: (hit) => `/returns/cases?_row=${encodeURIComponent(hit.id)}` },
}
export default offer
