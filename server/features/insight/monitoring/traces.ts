import type { monitoring, TraceRow } from '#contracts/insight/monitoring.ts'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { figures, lastCalls, nodeName } from '#server/kit/http/call-figures.ts'
import { FileReply } from '#server/kit/http/http-side.ts'
import { pageResult, paging } from '#server/kit/resource/list-page.ts'

type Asked = In<typeof monitoring.traces>

/** The last calls this process answered. */
export function listTraces(_ctx: Ctx, query: Asked): Promise<Out<typeof monitoring.traces>> {
  const found = lastCalls().filter((one) => fits(one, query))
  const { column, order } = query
  const sorted =
    column === 'ms' || column === 'status'
      ? found.toSorted((a, b) => (a[column] - b[column]) * (order === 'asc' ? 1 : -1))
      : found
  const { offset, limit } = paging(query)
  const records = sorted.slice(offset, offset + limit).map(shown)
  return Promise.resolve(pageResult(records, sorted.length, query))
}

const has = (text: string | null, part: unknown) =>
  typeof part !== 'string' ||
  (text ?? '').toLowerCase().includes(part.replaceAll('*', '').toLowerCase())
const within = (value: number, from: unknown, to: unknown) =>
  (from === undefined || value >= Number(from)) && (to === undefined || value <= Number(to))

const fits = (one: TraceRow, query: Asked): boolean =>
  has(one.path, query.path) &&
  has(one.username, query.username) &&
  within(one.status, query.status_begin, query.status_end) &&
  within(one.ms, query.ms_begin, query.ms_end)

const shown = ({
  id,
  at,
  method,
  path,
  status,
  ms,
  username,
  tenantId,
  ip,
  requestId,
  headers,
}: TraceRow): TraceRow => ({
  id,
  at,
  method,
  path,
  status,
  ms,
  username,
  tenantId,
  ip,
  requestId,
  headers,
})

/** The last calls as an HTTP archive for the tools that read one. */
export function archive(): Promise<FileReply> {
  const entries = lastCalls().map((one) => ({
    startedDateTime: one.at,
    time: one.ms,
    request: {
      method: one.method,
      url: `http://${nodeName}${one.path}`,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: Object.entries(one.headers).map(([name, value]) => ({ name, value })),
      queryString: [],
      headersSize: -1,
      bodySize: -1,
    },
    response: {
      status: one.status,
      statusText: '',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: [],
      content: { size: -1, mimeType: '' },
      redirectURL: '',
      headersSize: -1,
      bodySize: -1,
    },
    cache: {},
    timings: { send: 0, wait: one.ms, receive: 0 },
    comment: one.requestId,
  }))
  const har = { log: { version: '1.2', creator: { name: 'Parcelyard', version: '1' }, entries } }
  return Promise.resolve(
    new FileReply('calls.har', 'application/json', Buffer.from(JSON.stringify(har))),
  )
}

/** The figures of this process in the text form Prometheus reads. */
export async function exposition(): Promise<FileReply> {
  return new FileReply('metrics.txt', figures.contentType, Buffer.from(await figures.metrics()))
}
