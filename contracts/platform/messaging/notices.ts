import { z } from 'zod'
import { endpoints } from '../../kit/endpoint.ts'
import { bulkResult, idList, idText } from '../../kit/envelope.ts'
import { bool, datetime, dict, text, textarea } from '../../kit/field.ts'
import { listQuery, pageOf } from '../../kit/page.ts'
import { crud } from '../../kit/crud.ts'
import { entity } from '../../kit/entity.ts'
import { NOTICE_ACTIONS } from './notices.states.ts'

/** Longest text of an announcement with its markup, and most people one is addressed to by name. */
export const CONTENT_MAX = 50_000
export const CHOSEN_MAX = 1_000

/** A screen's key, as the menu names it. */
export const SCREEN_KEY = /^[a-z][a-z-]*\/[A-Za-z][A-Za-z0-9-]*$/
export const USER_IDS = /^\d{1,19}(,\d{1,19})*,?$/

/**
 * Announcements as their writers see them (wire.md §8.1; `titile` and `annountCement` are spelt
 * so).
 */
export const noticeList = crud(
  entity({
    name: 'notices',
    table: 'sys_announcement',
    scope: 'tenant',
    label: 'titile',
    fields: {
      titile: text({ required: true, max: 200, filter: 'like', sort: true, width: 260 }),
      priority: dict('annt_priority', { filter: 'in', sort: true, width: 100, initial: 'M' }),
      msgCategory: dict('msg_category', { filter: 'in', sort: true, width: 130, initial: '1' }),
      msgType: dict('msg_type', { filter: 'in', width: 110, initial: 'ALL' }),
      userIds: textarea({ max: 20_000, show: ['form'] }),
      sendStatus: dict('send_status', { readOnly: true, filter: 'in', sort: true, width: 110 }),
      mustAck: bool({ width: 100, show: ['form', 'detail'], initial: false }),
      /** Above the others in boxes and bells. */
      pinned: bool({ filter: 'eq', width: 90, initial: false }),
      startTime: datetime({ show: ['form', 'detail'] }),
      endTime: datetime({ show: ['form', 'detail'] }),
      sender: text({ readOnly: true, filter: 'like', width: 110 }),
      sendTime: datetime({ readOnly: true, filter: 'range', sort: true, width: 160 }),
      cancelTime: datetime({ readOnly: true, show: ['detail'] }),
      msgContent: textarea({ max: CONTENT_MAX, show: ['form'] }),
      // Follows from the page where it is not sent.
      openType: dict('annt_open_type', { show: [] }),
      openPage: text({ max: 300, show: ['form', 'detail'] }),
      busId: text({ max: 64, show: [] }),
      busType: text({ max: 64, show: [] }),
      delFlag: dict('del_flag', { readOnly: true, show: [] }),
      msgAbstract: textarea({ max: 300 }),
    },
  }),
  {
    path: '/sys/annountCement',
    perm: 'sys:annt',
    verbs: ['list', 'add', 'edit', 'exportXls', 'importExcel'],
    byHand: ['deleteBatch'],
    when: {
      edit: { field: 'sendStatus', oneOf: NOTICE_ACTIONS.edit, otherwise: 'notice.not.edit' },
      delete: { field: 'sendStatus', oneOf: NOTICE_ACTIONS.delete, otherwise: 'notice.not.delete' },
    },
  },
)

const flag = z.enum(['0', '1'])
/** An announcement as it is read: by its people, or by those who write announcements. */
export const notice = z.object({
  id: z.string(),
  version: z.number(),
  titile: z.string(),
  msgContent: z.string().nullable(),
  msgAbstract: z.string().nullable(),
  sender: z.string().nullable(),
  /** The sender's name, for readers. */
  sender_dictText: z.string().optional(),
  priority: z.enum(['L', 'M', 'H']),
  priority_dictText: z.string(),
  msgCategory: z.enum(['1', '2']),
  msgCategory_dictText: z.string(),
  msgType: z.enum(['ALL', 'USER']),
  msgType_dictText: z.string(),
  sendStatus: z.enum(['0', '1', '2']),
  sendStatus_dictText: z.string(),
  startTime: z.string().nullable(),
  endTime: z.string().nullable(),
  sendTime: z.string().nullable(),
  cancelTime: z.string().nullable(),
  mustAck: z.boolean(),
  pinned: z.boolean(),
  openType: z.enum(['url', 'component']).nullable(),
  openType_dictText: z.string(),
  openPage: z.string().nullable(),
  busId: z.string().nullable(),
  busType: z.string().nullable(),
  delFlag: z.string(),
  delFlag_dictText: z.string(),
  /** Who else it went to is for those who write announcements. */
  userIds: z.string().nullable(),
  createBy: z.string().nullable(),
  createTime: z.string(),
  updateBy: z.string().nullable(),
  updateTime: z.string().nullable(),
})
export type Notice = z.infer<typeof notice>

/** An announcement in a user's box: `id` is the receipt's. */
export const receivedNotice = z.object({
  id: z.string(),
  anntId: z.string(),
  userId: z.string(),
  titile: z.string(),
  msgContent: z.string().nullable(),
  msgAbstract: z.string().nullable(),
  sender: z.string().nullable(),
  sender_dictText: z.string(),
  priority: z.enum(['L', 'M', 'H']),
  priority_dictText: z.string(),
  msgCategory: z.enum(['1', '2']),
  msgCategory_dictText: z.string(),
  readFlag: flag,
  readTime: z.string().nullable(),
  mustAck: z.boolean(),
  pinned: z.boolean(),
  ackTime: z.string().nullable(),
  sendTime: z.string().nullable(),
  openType: z.enum(['url', 'component']).nullable(),
  openPage: z.string().nullable(),
  busId: z.string().nullable(),
  busType: z.string().nullable(),
  bizSource: z.string().nullable(),
})
export type ReceivedNotice = z.infer<typeof receivedNotice>

/** Filters of the caller's own box. */
export const receivedFields = {
  titile: text({ filter: 'like' }),
  sender: text({ filter: 'like' }),
  readFlag: text({ filter: 'eq' }),
  priority: dict('annt_priority', { filter: 'in' }),
  msgCategory: dict('msg_category', { filter: 'in' }),
  busType: text({ filter: 'eq' }),
  sendTime: datetime({ filter: 'range' }),
}

const waiting = z.object({
  anntMsgList: z.array(notice),
  anntMsgTotal: z.number(),
  sysMsgList: z.array(notice),
  sysMsgTotal: z.number(),
})
export type WaitingNotices = z.infer<typeof waiting>
const reader = z.object({
  id: z.string(),
  username: z.string(),
  realname: z.string(),
  readFlag: flag,
  readTime: z.string().nullable(),
  ackTime: z.string().nullable(),
})
export type Reader = z.infer<typeof reader>
const readCount = z.object({ read: z.number(), acknowledged: z.number(), total: z.number() })
export type ReadCount = z.infer<typeof readCount>

/**
 * Announcements: hand-written calls in addition to the list. The two state-changing GETs stay as this
 * family of clients knows them, with POST twins.
 */
export const notices = endpoints({
  queryById: {
    method: 'GET',
    path: '/sys/annountCement/queryById',
    login: true,
    in: z.object({ id: idText }),
    out: notice,
  },
  delete: noticeList.endpoints.delete,
  deleteBatch: noticeList.endpoints.deleteBatch,
  release: {
    method: 'GET',
    also: ['POST'],
    path: '/sys/annountCement/doReleaseData',
    perm: 'sys:annt:release',
    in: z.object({ id: idText }),
    out: z.null(),
    message: 'ok.noticeReleased',
    touches: ['/sys/annountCement', '/sys/sysAnnouncementSend'],
  },
  revoke: {
    method: 'GET',
    also: ['POST'],
    path: '/sys/annountCement/doReovkeData',
    perm: 'sys:annt:revoke',
    in: z.object({ id: idText }),
    out: z.null(),
    message: 'ok.noticeRevoked',
    touches: ['/sys/annountCement', '/sys/sysAnnouncementSend'],
  },
  /** Also of one that is out, which no longer changes otherwise. */
  pin: {
    method: 'PUT',
    path: '/sys/annountCement/pin',
    perm: 'sys:annt:edit',
    in: z.object({ id: idText, pinned: z.boolean({ error: 'field.bool' }) }),
    out: z.null(),
    touches: ['/sys/annountCement', '/sys/sysAnnouncementSend'],
  },
  readCounts: {
    method: 'GET',
    path: '/sys/annountCement/readCounts',
    perm: 'sys:annt:list',
    in: z.object({ ids: idList }),
    out: z.record(z.string(), readCount),
  },
  readers: {
    method: 'GET',
    path: '/sys/annountCement/readers',
    perm: 'sys:annt:list',
    in: listQuery({}, { id: idText }),
    out: pageOf(reader),
  },
  /** What waits to be read: five of each kind, and how many there are. */
  listByUser: {
    method: 'GET',
    path: '/sys/annountCement/listByUser',
    login: true,
    in: z.object({}),
    out: waiting,
  },
  /**
   * Makes the caller's windows look again; with an announcement and the right to release, all
   * whom it went to.
   */
  syncNotic: {
    method: 'GET',
    also: ['POST'],
    path: '/sys/annountCement/syncNotic',
    login: true,
    in: z.object({ anntId: idText.optional() }),
    out: z.null(),
  },
})

export const receivedNotices = endpoints({
  getMyAnnouncementSend: {
    method: 'GET',
    path: '/sys/sysAnnouncementSend/getMyAnnouncementSend',
    login: true,
    in: listQuery(receivedFields),
    out: pageOf(receivedNotice),
  },
  /** `ack`: read and understood, where the announcement asks for that. */
  editByAnntIdAndUserId: {
    method: 'PUT',
    also: ['POST'],
    path: '/sys/sysAnnouncementSend/editByAnntIdAndUserId',
    login: true,
    in: z.object({ anntId: idText, ack: z.boolean({ error: 'field.bool' }).optional() }),
    out: z.null(),
    touches: [
      '/sys/annountCement/listByUser',
      '/sys/annountCement/readCounts',
      '/sys/sysAnnouncementSend',
    ],
  },
  readAll: {
    method: 'PUT',
    also: ['POST'],
    path: '/sys/sysAnnouncementSend/readAll',
    login: true,
    in: z.object({}),
    out: z.null(),
    message: 'ok.allRead',
    touches: [
      '/sys/annountCement/listByUser',
      '/sys/annountCement/readCounts',
      '/sys/sysAnnouncementSend',
    ],
  },
  /** Archives announcements of the caller's own box, by receipt. */
  deleteBatch: {
    method: 'DELETE',
    path: '/sys/sysAnnouncementSend/deleteBatch',
    login: true,
    in: z.object({ ids: idList }),
    out: bulkResult,
    idempotency: 'accepted',
    message: 'ok.deletedBatch',
    touches: ['/sys/sysAnnouncementSend', '/sys/annountCement/listByUser'],
  },
})
