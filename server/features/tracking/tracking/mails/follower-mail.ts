import type { PublicLang } from '#contracts/kit/envelope.ts'
import { defineTemplate, queueMessage } from '#server/features/platform/messages/index.ts'
import { companyOf } from '#server/features/parties/company/index.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { translate } from '#server/kit/http/texts.ts'
import { followToken } from './follow-token.ts'

/** Its words are made here, in the reader's language of four: a template has two. */
const TEMPLATE = 'track.news'
defineTemplate({
  code: TEMPLATE,
  space: 'track-mail',
  channels: ['email'],
  sample: {
    title: '00340434161094042557: out for delivery',
    text: 'Your parcel is out for delivery.',
    link: 'https://example.com/track/result?nos=00340434161094042557',
    end: 'No more of these mails:',
    endLink: 'https://example.com/boot/track/mail/1-2-3f',
  },
})

export interface Follow {
  id: string
  email: string
  lang: PublicLang
}

/** Where the public finds our pages; null: no mail to the public goes. */
export const siteOf = async (ctx: Ctx): Promise<string | null> => (await companyOf(ctx)).siteUrl

/** One mail to a reader outside, with the way to end them, for people and for mail programs. */
export async function mailFollower(
  tx: Tx,
  site: string,
  follow: Follow,
  of: { key: string; no: string },
): Promise<void> {
  const { lang } = follow
  const words = (key: string) => translate(lang, 'track-mail', key, { no: of.no })
  const act = `${site}${tx.deps.env.basePath}/track/mail/${followToken(tx, tx.principal.tenantId, follow.id)}`
  const confirming = of.key === 'confirm'
  await queueMessage(tx, {
    channel: 'email',
    to: follow.email,
    template: TEMPLATE,
    lang: lang === 'zh_CN' ? 'zh_CN' : 'en_US',
    data: {
      title: words(`${of.key}.title`),
      text: words(`${of.key}.text`),
      link: confirming
        ? act
        : `${site}/track/result?nos=${encodeURIComponent(of.no)}&lang=${lang.slice(0, 2)}`,
      end: confirming ? '' : words('end'),
      endLink: confirming ? '' : act,
    },
    ...(confirming ? {} : { endLink: act }),
  })
}
