import type { PaletteOffer } from '../../../kit/platform/palette-offer.ts'

/** What is set in a role and looked for by its own name. */
const offer: PaletteOffer = {
  texts: 'roles',
  actions: [
    {
      title: 'maskPersonal',
      perm: 'sys:role:edit',
      words: '脱敏 打码 隐私 mask privacy',
      run: ({ navigate }) => navigate('/isystem/role'),
    },
  ],
}
export default offer
