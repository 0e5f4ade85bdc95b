import { QUOTED_FOR } from '#contracts/platform/access/price-permission.ts'
import type { PaletteOffer } from '../../../kit/platform/palette-offer.ts'

/** A quote is found by what people call it. */
const offer: PaletteOffer = {
  texts: 'services',
  actions: [
    {
      title: 'quote',
      words: 'quote price freight calculate compare 报价 运费 试算 查价 询价 比价',
      perm: QUOTED_FOR,
      alsoPerm: 'ship:service:list',
      run: ({ navigate }) => navigate('/delivery/quote'),
    },
  ],
}
export default offer
