import { z } from 'zod'
import { endpoints } from '../../kit/endpoint.ts'
import { bulkResult, idList, idText, rowVersion } from '../../kit/envelope.ts'
import { datetime, dict, int, text } from '../../kit/field.ts'
import { listQuery, pageOf } from '../../kit/page.ts'

/** Columns of the operation log by their names on the wire (wire.md §10, Logs). */
export const logFields = {
  logType: dict('log_type', { filter: 'in', sort: true, width: 90 }),
  operateType: dict('operate_type', { filter: 'in', sort: true, width: 80 }),
  logContent: text({ column: 'content', width: 260 }),
  /** Words anywhere in the content. */
  keyWord: text({ column: 'content', filter: 'like', show: [] }),
  username: text({ filter: 'like', sort: true, width: 130 }),
  /** Who really did it, where one user acted as another. */
  actor: text({ filter: 'like', width: 130 }),
  userid: text({ column: 'user_id', filter: 'eq', show: [] }),
  ip: text({ filter: 'prefix', width: 130 }),
  outcome: text({ filter: 'like', width: 150 }),
  costTime: int({ column: 'cost_ms', filter: 'range', sort: true, width: 90 }),
  requestType: text({ column: 'method', filter: 'eq', width: 80 }),
  requestUrl: text({ column: 'url', filter: 'like', width: 260 }),
  requestParam: text({ column: 'param', width: 260 }),
  requestId: text({ column: 'request_id', filter: 'eq', width: 200 }),
  createTime: datetime({ column: 'at', filter: 'range', sort: true, width: 160 }),
}

export const logRow = z.object({
  id: z.string(),
  logType: z.string(),
  logType_dictText: z.string(),
  operateType: z.string().nullable(),
  operateType_dictText: z.string(),
  /** What was done, in words; the call itself is `requestUrl`. */
  logContent: z.string(),
  userid: z.string().nullable(),
  username: z.string().nullable(),
  realname: z.string().nullable(),
  actor: z.string().nullable(),
  actorName: z.string().nullable(),
  ip: z.string().nullable(),
  costTime: z.number().nullable(),
  method: z.string().nullable(),
  requestUrl: z.string().nullable(),
  requestParam: z.string().nullable(),
  requestType: z.string().nullable(),
  requestId: z.string().nullable(),
  outcome: z.string().nullable(),
  outcomeText: z.string(),
  createBy: z.string().nullable(),
  createTime: z.string(),
})
export type LogRow = z.output<typeof logRow>

export const dataLogFields = {
  dataTable: text({ column: 'table_name', filter: 'eq', sort: true, width: 160 }),
  dataId: text({ column: 'row_id', filter: 'eq', width: 120 }),
  action: dict('data_action', { filter: 'in', width: 90 }),
  createBy: text({ column: 'actor', filter: 'like', width: 130 }),
  behalf: text({ filter: 'like', width: 130 }),
  requestId: text({ column: 'request_id', filter: 'eq', width: 200 }),
  createTime: datetime({ column: 'at', filter: 'range', sort: true, width: 160 }),
}
export const dataLogRow = z.object({
  id: z.string(),
  dataTable: z.string(),
  dataTable_dictText: z.string(),
  dataId: z.string(),
  /** What the record is called, where something names it. */
  dataName: z.string().nullable(),
  dataVersion: z.string(),
  action: z.string(),
  action_dictText: z.string(),
  /**
   * JSON text: in the list what changed as `{field: [before, after]}`, in versions the record as it
   * was then. Secrets are stars.
   */
  dataContent: z.string(),
  /** What its fields are called, by name, where an entity names them. */
  labels: z.record(z.string(), z.string()),
  createBy: z.string().nullable(),
  createByName: z.string().nullable(),
  /** The account it was done with, where one user acted as another. */ behalf: z
    .string()
    .nullable(),
  behalfName: z.string().nullable(),
  createTime: z.string(),
  requestId: z.string().nullable(),
  /** Whether the caller may put this version's values back into the record. */
  restorable: z.boolean(),
})
export type DataLogRow = z.output<typeof dataLogRow>

export const onlineFields = {
  username: text({ filter: 'like', sort: true, width: 140 }),
  realname: text({ filter: 'like', width: 140 }),
  ip: text({ filter: 'prefix', width: 130 }),
}
export const onlineRow = z.object({
  id: z.string(),
  username: z.string(),
  realname: z.string(),
  ip: z.string().nullable(),
  device: z.string(),
  userAgent: z.string().nullable(),
  way: z.string().nullable(),
  current: z.boolean(),
  createTime: z.string(),
  seenTime: z.string(),
  expireTime: z.string(),
})

const immutable = { perm: 'sys:log:list', out: z.null() } as const
const zone = z.string().max(64).optional()

export const logs = endpoints({
  list: {
    method: 'GET',
    path: '/sys/log/list',
    perm: 'sys:log:list',
    in: listQuery(logFields),
    out: pageOf(logRow),
  },
  exportXls: {
    method: 'GET',
    path: '/sys/log/exportXls',
    perm: 'sys:log:export',
    in: listQuery(logFields),
    out: z.null(),
    reply: 'file',
  },
  /** Clients of the family ask for these; what was logged stays, and the answer refuses it. */
  delete: {
    method: 'DELETE',
    path: '/sys/log/delete',
    in: z.object({ id: z.string().max(40).optional() }),
    ...immutable,
  },
  deleteBatch: {
    method: 'DELETE',
    path: '/sys/log/deleteBatch',
    in: z.object({ ids: z.string().max(20_000).optional() }),
    ...immutable,
  },
  visits: {
    method: 'GET',
    path: '/sys/loginfo',
    login: true,
    in: z.object({ zone }),
    out: z.object({
      totalVisitCount: z.number(),
      todayVisitCount: z.number(),
      todayIp: z.number(),
    }),
  },
  visitDays: {
    method: 'GET',
    path: '/sys/visitInfo',
    login: true,
    in: z.object({ zone }),
    out: z.array(
      z.object({ tian: z.string(), type: z.string(), visit: z.number(), ip: z.number() }),
    ),
  },
})

export const dataLogs = endpoints({
  list: {
    method: 'GET',
    path: '/sys/dataLog/list',
    perm: 'sys:datalog:list',
    in: listQuery(dataLogFields),
    out: pageOf(dataLogRow),
  },
  versions: {
    method: 'GET',
    path: '/sys/dataLog/queryDataVerList',
    perm: 'sys:datalog:list',
    in: z.object({
      dataTable: z.string().regex(/^[a-z][a-z0-9_]{0,62}$/, { error: 'field.invalid' }),
      dataId: z.string().min(1).max(64),
    }),
    out: z.array(dataLogRow),
  },
  compare: {
    method: 'GET',
    path: '/sys/dataLog/queryCompareList',
    perm: 'sys:datalog:list',
    in: z.object({ dataId1: idText, dataId2: idText }),
    out: z.array(dataLogRow).length(2),
  },
  /**
   * Puts the values of a version (a line's id; with a minus the record as that line found it) back
   * into the record, as it is edited: `version` is the record's present one.
   */
  restore: {
    method: 'POST',
    path: '/sys/dataLog/restore',
    perm: 'sys:datalog:restore',
    in: z.object({
      id: z.string().regex(/^-?\d{1,18}$/, { error: 'field.invalid' }),
      version: rowVersion,
    }),
    out: z.object({ dataTable: z.string(), dataId: z.string(), version: z.number() }),
    message: 'ok.edited',
    touches: ['/sys', '/erp', '/rwms', '/message'],
  },
  /** The tables that have lines in the log, by what they are called. */
  words: {
    method: 'GET',
    path: '/sys/dataLog/words',
    perm: 'sys:datalog:list',
    in: z.object({}),
    out: z.object({ tables: z.array(z.object({ value: z.string(), text: z.string() })) }),
  },
})

export const onlineUsers = endpoints({
  list: {
    method: 'GET',
    path: '/sys/online/list',
    perm: 'sys:online:list',
    in: listQuery(onlineFields),
    out: pageOf(onlineRow),
  },
  forceLogout: {
    method: 'POST',
    path: '/sys/online/forceLogout',
    perm: 'sys:online:end',
    stepUp: true,
    in: z.object({ ids: idList }),
    out: bulkResult,
    idempotency: 'accepted',
    touches: ['/sys/online'],
  },
})
