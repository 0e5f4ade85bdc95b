import '@fastify/multipart'
import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { failFields, Refusal } from './errors.ts'
import { CODES } from '#contracts/kit/envelope.ts'
import type { HttpSide, Upload } from '../access/http-side.ts'
import { sandboxed } from './security-headers.ts'

export type { HttpSide, Upload } from '../access/http-side.ts'

/**
 * A file a verb answers instead of an envelope: its bytes, or a stream that is read as fast as the
 * caller takes it. A stream is read after the verb's transaction, if it had one, has ended.
 */
export class FileReply {
  readonly name: string
  readonly type: string
  readonly content: Buffer | Readable
  /** Shown in place instead of saved: only for what cannot run anything. */
  readonly isInline: boolean
  /** Rows with whole personal fields, counted while they are read; null where it has none. */
  readonly personal: { readonly rows: number } | null
  constructor(
    name: string,
    type: string,
    content: Buffer | Readable,
    {
      isInline = false,
      personal = null,
    }: { isInline?: boolean; personal?: FileReply['personal'] } = {},
  ) {
    this.name = name
    this.type = type
    this.content = content
    this.isInline = isInline
    this.personal = personal
  }
}

/**
 * Sends a file as a download, under a policy by which it could run nothing as a page. A failure
 * before the first byte is answered as an error; after it the connection is closed, so the browser reports an
 * incomplete download.
 */
export function sendFile(
  reply: FastifyReply,
  { name, type, content, isInline }: FileReply,
): FastifyReply {
  const plain = name.replace(/[^\w.-]/g, '_')
  sandboxed(reply)
  return reply
    .type(type)
    .header(
      'Content-Disposition',
      `${isInline ? 'inline' : 'attachment'}; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name)}`,
    )
    .send(content)
}

/**
 * A page for a browser that came by itself: shown in place, or sent on. Its opener may be of
 * another site's group, so it keeps none from it.
 */
export class PageReply extends FileReply {
  readonly status: number
  readonly location: string | null
  constructor(status: number, html: string, location: string | null = null) {
    super('', 'text/html; charset=utf-8', Buffer.from(html))
    this.status = status
    this.location = location
  }
  static redirect(to: string): PageReply {
    return new PageReply(302, '', to)
  }
}

export function sendPage(
  reply: FastifyReply,
  { status, type, content, location }: PageReply,
): FastifyReply {
  if (location !== null) reply.header('Location', location)
  return reply.code(status).type(type).header('Referrer-Policy', 'no-referrer').send(content)
}

/**
 * An answer that is not a plain success and not an error either: a scan's outcome with its own body
 * code (wire.md §14.2). `code` is looked up as `error.<code>` for the message.
 */
export class EnvelopeReply {
  readonly body: number
  readonly code: string
  readonly data: Record<string, unknown>
  readonly result: unknown
  constructor(body: number, code: string, data: Record<string, unknown>, result: unknown) {
    this.body = body
    this.code = code
    this.data = data
    this.result = result
  }
}

/**
 * A success with a message of its own: one that names figures (an import), or is itself the answer
 * (the path of an upload). `partly`: some of it was refused.
 */
export class SuccessReply<R> {
  readonly body: number
  readonly message: string
  readonly result: R
  constructor(body: typeof CODES.ok | typeof CODES.partly, message: string, result: R) {
    this.body = body
    this.message = message
    this.result = result
  }
}

export function httpSide(request: FastifyRequest, reply: FastifyReply): HttpSide {
  const token = request.headers['x-access-token']
  let sent: Promise<Upload> | undefined
  let filled: Promise<Record<string, string>> | undefined
  return {
    ip: request.ip,
    userAgent: String(request.headers['user-agent'] ?? '').slice(0, 300),
    token: typeof token === 'string' && token !== '' ? token : null,
    header: (name) => {
      const value = request.headers[name.toLowerCase()]
      return typeof value === 'string' ? value : undefined
    },
    setHeader: (name, value) => void reply.header(name, value),
    rawBody: () => request.rawBody,
    upload: () => (sent ??= readUpload(request)),
    form: () => (filled ??= readForm(request)),
  }
}

/** Fields of a form; a file in it is refused, as are more fields than a form of ours has. */
async function readForm(request: FastifyRequest): Promise<Record<string, string>> {
  if (!request.isMultipart()) failFields([{ path: '', code: 'request.body' }])
  const fields: Record<string, string> = {}
  try {
    for await (const part of request.parts({
      limits: { files: 0, fields: 20, fieldSize: FIELDS_MAX },
    }))
      if (part.type === 'field' && typeof part.value === 'string')
        fields[part.fieldname] = part.value
  } catch (error) {
    refuseUpload(error)
  }
  return fields
}

async function readUpload(request: FastifyRequest): Promise<Upload> {
  if (!request.isMultipart()) failFields([{ path: 'file', code: 'field.file' }])
  const upload = await readParts(request).catch((error: unknown) => refuseUpload(error))
  return upload ?? failFields([{ path: 'file', code: 'field.required' }])
}

/** Bytes of a file; a route that takes larger bodies takes larger files. */
const FILE_MAX = 20 * 1024 * 1024
const FIELDS_MAX = 65_536

async function readParts(request: FastifyRequest): Promise<Upload | null> {
  const fields: Record<string, string> = {}
  let found: Omit<Upload, 'fields'> | null = null
  const fileSize = Math.max(FILE_MAX, (request.routeOptions.bodyLimit ?? 0) - FIELDS_MAX)
  for await (const part of request.parts({
    limits: { files: 1, fields: 20, fieldSize: FIELDS_MAX, fileSize },
  })) {
    if (part.type === 'field') {
      if (typeof part.value === 'string') fields[part.fieldname] = part.value
      continue
    }
    const bytes = await part.toBuffer()
    if (part.fieldname === 'file')
      found = {
        name: part.filename.replace(/[^\p{L}\p{N}._ -]/gu, '_').slice(-120),
        type: part.mimetype,
        bytes,
      }
  }
  return found && { ...found, fields }
}

/**
 * What the parser does not take is a fault of what was sent: too much of it, or no multipart body.
 */
function refuseUpload(error: unknown): never {
  if (error instanceof Error && 'statusCode' in error && error.statusCode === 413)
    throw new Refusal('request.tooLarge', { body: CODES.tooLarge, http: 413 })
  failFields([{ path: 'file', code: 'field.file' }])
}
