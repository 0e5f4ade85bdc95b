import type {
  builtInTemplate,
  messageTemplateList,
  messageTemplates,
} from '#contracts/platform/messaging/message-templates.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import { CHANNELS, type Channel } from '#contracts/platform/messaging/messages.states.ts'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { fail, failFields } from '#server/kit/http/errors.ts'
import type { Hooks } from '#server/kit/resource/hooks.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { builtIns, nameOf, textsOf } from './built-in.ts'
import { cleanHtml, filledIn, isHtml } from './mail-html.ts'
import { checkReceiver } from './outbox.ts'
import { queueMessage } from './queue-message.ts'
import { receiverFor, requireJson } from './webhook.ts'
import { inJson, paramsOf, render, templateIssue } from './template-text.ts'

/** Template words are checked when they are kept, and HTML is cleaned before it is shown. */
export const templateHooks: Hooks<typeof messageTemplateList> = {
  beforeSave: (_tx, draft, before) => {
    const type = draft.templateType ?? before?.templateType
    for (const path of ['subject', 'subjectEn', 'templateContent', 'templateContentEn'] as const) {
      const text = draft[path]
      if (!text) continue
      const issue = templateIssue(text)
      if (issue) failFields([{ path, code: issue }])
      if (type === CHANNELS.email && path.startsWith('templateContent') && isHtml(text))
        draft[path] = cleanHtml(text)
    }
    const data = jsonObject(draft.templateTestJson ?? before?.templateTestJson)
    if (!data) failFields([{ path: 'templateTestJson', code: 'message.badJson' }])
    if (type === CHANNELS.webhook)
      for (const path of ['templateContent', 'templateContentEn'] as const)
        if (draft[path]) requireJson(path, render(draft[path], data, inJson))
    return Promise.resolve()
  },
}

function jsonObject(text: string | null | undefined): Record<string, unknown> | null {
  if (!text?.trim()) return {}
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null
  } catch {
    return null
  }
}

const channelOf = (type: string): Channel =>
  (Object.keys(CHANNELS) as Channel[]).find((name) => CHANNELS[name] === type)!

/** A trial of a template: it goes through the outbox like any other. */
export function sendTemplate(
  ctx: Ctx,
  input: In<typeof messageTemplates.sendMsg>,
): Promise<Out<typeof messageTemplates.sendMsg>> {
  const data = jsonObject(input.testData) ?? fail('message.badJson')
  checkReceiver(input.msgType, input.receiver)
  return inTx(ctx, async (tx) =>
    queueMessage(tx, {
      channel: channelOf(input.msgType),
      to: await receiverFor(tx, input.msgType, input.receiver),
      template: input.templateCode,
      data,
      lang: input.lang ?? tx.lang,
    }),
  )
}

export function previewTemplate(
  _ctx: Ctx,
  input: In<typeof messageTemplates.preview>,
): Promise<Out<typeof messageTemplates.preview>> {
  const data = jsonObject(input.testData) ?? fail('message.badJson')
  const words = { subject: input.subject ?? '', content: input.templateContent }
  const issue = templateIssue(words.subject) ?? templateIssue(words.content)
  if (issue) fail(issue)
  const params = [...new Set([...paramsOf(words.subject), ...paramsOf(words.content)])]
  const { title, content, html } = filledIn(words, channelOf(input.templateType), data)
  return Promise.resolve({
    subject: title,
    content,
    html,
    params,
    missing: params.filter((name) => !Object.hasOwn(data, name)),
  })
}

/**
 * The messages of the product with their words, and which of them the tenant has put its own in the
 * place of.
 */
export async function builtInTemplates(ctx: Ctx): Promise<z.input<typeof builtInTemplate>[]> {
  const found = await sql<{
    code: string
    type: string
  }>`select t.template_code as code, t.template_type as type
    from ${ctx.rows('sysMessageTemplate').as('t')} where t.enabled`.execute(ctx.db)
  return builtIns().map((of) => {
    const channels = of.channels.map((channel) => {
      const [zh, en] = [textsOf(of, channel, 'zh_CN'), textsOf(of, channel, 'en_US')]
      return {
        templateType: CHANNELS[channel],
        subject: zh.subject,
        subjectEn: en.subject,
        content: zh.content,
        contentEn: en.content,
        overridden: found.rows.some(
          ({ code, type }) => code === of.code && type === CHANNELS[channel],
        ),
      }
    })
    const params = [
      ...new Set(
        channels.flatMap(({ subject, content }) => [...paramsOf(subject), ...paramsOf(content)]),
      ),
    ]
    return {
      code: of.code,
      name: nameOf(of, ctx.lang),
      params,
      testJson: JSON.stringify(of.sample, null, 2),
      channels,
    }
  })
}
