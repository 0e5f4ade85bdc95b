import type { PaletteOffer } from '../../../kit/platform/palette-offer.ts'

/** The raise is found by what people call it; it opens over the price tables. */
const offer: PaletteOffer = {
  texts: 'prices',
  actions: [
    {
      title: 'lift.title',
      words: 'raise prices price increase 批量调价 调价 涨价 加价 提价',
      perm: 'dlv:fee:activate',
      alsoPerm: 'dlv:fee:edit',
      run: ({ navigate }) => navigate('/delivery/fees?raise=1'),
    },
  ],
}
export default offer
