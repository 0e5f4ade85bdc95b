import { loadTexts } from './kit/text/i18n.ts'
import type { PaletteOffer } from './kit/platform/palette-offer.ts'

const files = import.meta.glob<{ default: PaletteOffer }>('./features/*/*/palette.ts')

/**
 * What the features lay into the palette, with the words for it. One that cannot be fetched is left
 * out.
 */
export async function loadOffers(): Promise<PaletteOffer[]> {
  const found = await Promise.allSettled(
    Object.values(files).map(async (load) => {
      const { default: offer } = await load()
      await loadTexts(offer.texts)
      return offer
    }),
  )
  return found.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
}
