import { z } from 'zod'
import { endpoints } from '../../kit/endpoint.ts'
import { bulkResult, idList, idText, rowVersion } from '../../kit/envelope.ts'
import { bool, datetime, dict, int, text, textarea } from '../../kit/field.ts'
import { crud } from '../../kit/crud.ts'
import { entity } from '../../kit/entity.ts'

/**
 * The outbox (wire.md §8.3). Written in the transaction it reports on, sent by a job; what was secret in it
 * reads as stars.
 */
export const messageList = crud(
  entity({
    name: 'messages',
    table: 'sys_message',
    scope: 'tenant',
    label: 'esReceiver',
    fields: {
      esType: dict('msgType', { readOnly: true, filter: 'in', sort: true, width: 90 }),
      esReceiver: text({ readOnly: true, filter: 'like', sort: true, width: 180 }),
      esTitle: text({ readOnly: true, filter: 'like', width: 200 }),
      esContent: textarea({ readOnly: true, max: 20_000, filter: 'like', show: ['detail'] }),
      /** The words are HTML, cleaned before they were kept. */
      html: bool({ readOnly: true, show: [] }),
      esParam: textarea({ readOnly: true, show: ['detail'] }),
      /** Names of the files it carries. */
      attached: text({ readOnly: true, filter: 'like', width: 160 }),
      templateCode: text({ readOnly: true, filter: 'eq', width: 160 }),
      state: dict('message_state', { readOnly: true, filter: 'in', sort: true, width: 110 }),
      esSendStatus: dict('msgSendStatus', { readOnly: true, filter: 'in', show: ['detail'] }),
      esSendNum: int({ readOnly: true, sort: true, width: 100 }),
      esSendTime: datetime({ readOnly: true, filter: 'range', sort: true, width: 160 }),
      esResult: text({ readOnly: true, filter: 'like', width: 220 }),
      nextTryAt: datetime({ readOnly: true, show: ['detail'] }),
      secret: bool({ readOnly: true, show: ['detail'] }),
      expiresAt: datetime({ readOnly: true, show: ['detail'] }),
      lang: text({ readOnly: true, show: ['detail'] }),
      remark: text({ readOnly: true, show: ['detail'] }),
      createTime: datetime({ readOnly: true, filter: 'range', sort: true, show: [] }),
    },
  }),
  {
    path: '/message/sysMessage',
    perm: 'sys:msg',
    verbs: ['list', 'exportXls'],
  },
)

const msgType = z.enum(['1', '2', '3', '4', '5'], { error: 'field.dict' })
const receiver = z
  .string({ error: 'field.text' })
  .trim()
  .min(1, { error: 'field.required' })
  .max(200, { error: 'field.tooLong' })
const title = z.string().trim().max(200, { error: 'field.tooLong' }).nullish()
const content = z
  .string({ error: 'field.text' })
  .trim()
  .min(1, { error: 'field.required' })
  .max(20_000, { error: 'field.tooLong' })
const remark = z.string().trim().max(500, { error: 'field.tooLong' }).nullish()

/** What is done with messages by hand. */
export const messages = endpoints({
  queryById: {
    method: 'GET',
    path: '/message/sysMessage/queryById',
    perm: 'sys:msg:list',
    in: z.object({ id: idText }),
    out: messageList.row,
  },
  /** A message in a person's own words; it goes out at once. */
  add: {
    method: 'POST',
    path: '/message/sysMessage/add',
    perm: 'sys:msg:add',
    message: 'ok.added',
    idempotency: 'accepted',
    out: z.object({ id: idText }),
    in: z.object({
      esType: msgType,
      esReceiver: receiver,
      esTitle: title,
      esContent: content,
      remark,
    }),
    touches: ['/message'],
  },
  /** Corrects one that has not gone out, and sends it. */
  edit: {
    method: 'PUT',
    also: ['POST'],
    path: '/message/sysMessage/edit',
    perm: 'sys:msg:edit',
    message: 'ok.edited',
    out: z.object({ id: idText }),
    in: z.object({
      id: idText,
      version: rowVersion,
      esReceiver: receiver,
      esTitle: title,
      esContent: content,
      remark,
    }),
    touches: ['/message'],
  },
  delete: {
    method: 'DELETE',
    path: '/message/sysMessage/delete',
    perm: 'sys:msg:delete',
    in: z.object({ id: idText }),
    out: z.null(),
    message: 'ok.deleted',
  },
  deleteBatch: {
    method: 'DELETE',
    path: '/message/sysMessage/deleteBatch',
    perm: 'sys:msg:delete',
    in: z.object({ ids: idList }),
    out: bulkResult,
    idempotency: 'accepted',
    message: 'ok.deletedBatch',
    touches: ['/message'],
  },
  resend: {
    method: 'POST',
    path: '/message/sysMessage/resend',
    perm: 'sys:msg:resend',
    in: z.object({ ids: idList }),
    out: bulkResult,
    idempotency: 'accepted',
    touches: ['/message'],
  },
  cancel: {
    method: 'POST',
    path: '/message/sysMessage/cancel',
    perm: 'sys:msg:resend',
    in: z.object({ ids: idList }),
    out: bulkResult,
    idempotency: 'accepted',
    touches: ['/message'],
  },
})

/** Bound by the owner of the codes, who knows whose they are. */
export const messageSecrets = endpoints({
  /**
   * The true words of a secret message, while it is neither sent nor expired: how a user signs in
   * where nothing sends codes. A POST, so that it is logged who looked.
   */
  reveal: {
    method: 'POST',
    path: '/message/sysMessage/reveal',
    perm: 'sys:msg:secret',
    stepUp: true,
    secret: true,
    in: z.object({ id: idText }),
    out: z.object({ esTitle: z.string().nullable(), esContent: z.string() }),
  },
})
