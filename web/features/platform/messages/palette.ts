import type { PaletteOffer } from '../../../kit/platform/palette-offer.ts'

/** The webhook is set among the channels, and looked for by its own name. */
const offer: PaletteOffer = {
  texts: 'message-channels',
  actions: [
    {
      title: 'webhook',
      perm: 'sys:msgcfg:edit',
      words: '推送 回调 接口 webhook callback',
      run: ({ navigate }) => navigate('/modules/message/channels'),
    },
  ],
}
export default offer
