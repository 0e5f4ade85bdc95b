import { z } from 'zod'
import { endpoints } from '../../kit/endpoint.ts'
import { LANGS } from '../../kit/envelope.ts'
import { bool, dict, text, textarea } from '../../kit/field.ts'
import { crud } from '../../kit/crud.ts'
import { entity } from '../../kit/entity.ts'

/**
 * A tenant's own text for a message. With a built-in code it replaces the built-in text on its
 * channel.
 */
export const messageTemplateList = crud(
  entity({
    name: 'message-templates',
    table: 'sys_message_template',
    scope: 'tenant',
    label: 'templateName',
    fields: {
      templateCode: text({ required: true, max: 64, filter: 'like', sort: true, width: 180 }),
      templateName: text({ required: true, max: 100, filter: 'like', sort: true, width: 200 }),
      templateType: dict('msgType', { required: true, filter: 'in', sort: true, width: 100 }),
      subject: text({ max: 200, width: 220 }),
      templateContent: textarea({ required: true, max: 20_000 }),
      subjectEn: text({ max: 200, show: ['form', 'detail'] }),
      templateContentEn: textarea({ max: 20_000 }),
      templateTestJson: textarea({ max: 4_000 }),
      enabled: bool({ initial: true, filter: 'eq', width: 90 }),
      remark: textarea({ max: 500 }),
    },
  }),
  {
    path: '/message/sysMessageTemplate',
    perm: 'sys:msgtpl',
  },
)

const msgType = z.enum(['1', '2', '3', '4', '5'], { error: 'field.dict' })
const lang = z.enum(LANGS, { error: 'field.dict' }).optional()
const words = z.string().max(20_000, { error: 'field.tooLong' })

export const builtInTemplate = z.object({
  code: z.string(),
  name: z.string(),
  params: z.array(z.string()),
  testJson: z.string(),
  channels: z.array(
    z.object({
      templateType: z.string(),
      subject: z.string(),
      subjectEn: z.string(),
      content: z.string(),
      contentEn: z.string(),
      overridden: z.boolean(),
    }),
  ),
})

/** Calls on templates other than those of every entity. */
export const messageTemplates = endpoints({
  sendMsg: {
    method: 'POST',
    path: '/message/sysMessageTemplate/sendMsg',
    perm: 'sys:msg:send',
    message: 'ok.message.queued',
    idempotency: 'accepted',
    out: z.object({ id: z.string() }),
    in: z.object({
      msgType,
      receiver: z
        .string()
        .trim()
        .min(1, { error: 'field.required' })
        .max(200, { error: 'field.tooLong' }),
      templateCode: z.string().trim().min(1, { error: 'field.required' }).max(64),
      testData: z.string().max(20_000).nullish(),
      lang,
    }),
    touches: ['/message/sysMessage'],
  },
  /** The words with their values in place, as they would go out, and which values they ask for. */
  preview: {
    method: 'POST',
    path: '/message/sysMessageTemplate/preview',
    perm: 'sys:msgtpl:list',
    in: z.object({
      templateType: msgType,
      subject: words.nullish(),
      templateContent: words,
      testData: z.string().max(20_000).nullish(),
    }),
    out: z.object({
      subject: z.string(),
      content: z.string(),
      html: z.boolean(),
      params: z.array(z.string()),
      missing: z.array(z.string()),
    }),
  },
  builtIn: {
    method: 'GET',
    path: '/message/sysMessageTemplate/builtIn',
    perm: 'sys:msgtpl:list',
    in: z.object({}),
    out: z.array(builtInTemplate),
  },
})
