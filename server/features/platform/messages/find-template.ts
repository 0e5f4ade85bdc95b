import { sql } from 'kysely'
import type { Lang } from '#contracts/kit/envelope.ts'
import { CHANNELS, type Channel } from '#contracts/platform/messaging/messages.states.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { builtIn, textsOf, type TemplateTexts } from './built-in.ts'

interface Row {
  subject: string | null
  subjectEn: string | null
  templateContent: string
  templateContentEn: string | null
  templateName: string
}

/**
 * The tenant's own words of a code on a channel, else the product's; null where there are neither.
 * English words that are missing are sent in Chinese.
 */
export async function findTemplate(
  ctx: Ctx,
  code: string,
  channel: Channel,
  lang: Lang,
): Promise<TemplateTexts | null> {
  const found =
    await sql<Row>`select t.subject, t.subject_en, t.template_content, t.template_content_en,
        t.template_name
    from ${ctx.rows('sysMessageTemplate').as('t')} where t.template_code = ${code}
    and t.template_type = ${CHANNELS[channel]} and t.enabled`.execute(ctx.db)
  const own = found.rows[0]
  if (own) {
    const english = lang === 'en_US'
    return {
      subject: (english ? own.subjectEn : null) ?? own.subject ?? own.templateName,
      content: (english ? own.templateContentEn : null) ?? own.templateContent,
    }
  }
  const product = builtIn(code)
  return product?.channels.includes(channel) ? textsOf(product, channel, lang) : null
}
