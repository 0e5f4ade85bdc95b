import { createHash } from 'node:crypto'
import type { Attachment, ParsedMail } from 'mailparser'
import { COMMENT_MAX } from '#contracts/returns/cases/cases.states.ts'
import { bodiesOf } from '#server/features/platform/messages/index.ts'
import type { MailHead } from './machine-mail.ts'

export interface MailPart {
  name: string
  bytes: Buffer
  hash: string
}
export interface ReadMail extends MailHead {
  messageId: string | null
  fromName: string
  /** One sender in one head line: of several it is not known whose mail it is. */
  hasOneSender: boolean
  /** All addresses it went to. */
  to: readonly string[]
  inReplyTo: readonly string[]
  references: readonly string[]
  text: string
  parts: readonly MailPart[]
}

const ids = (value: string | readonly string[] | undefined): string[] =>
  [value ?? []].flat().flatMap((text) => text.match(/<[^<>\s]{1,300}>/g) ?? [])

/** The database keeps no such sign. */
const plain = (text: string): string => text.replaceAll('\0', '')

/** Bytes to a mail: they stay bytes up to the parser, which knows each part's characters. */
export async function readMail(raw: Buffer): Promise<ReadMail> {
  const { simpleParser } = await import('mailparser')
  const mail = await simpleParser(raw, {
    skipImageLinks: true,
    skipTextLinks: true,
    skipHtmlToText: true,
  })
  const headers = new Map<string, string>()
  for (const { key, line } of mail.headerLines)
    if (!headers.has(key))
      headers.set(
        key,
        line
          .slice(line.indexOf(':') + 1)
          .replace(/\s+/g, ' ')
          .trim(),
      )
  const header = (name: string) => headers.get(name) ?? ''
  const sender = mail.from?.value[0]
  return {
    header,
    contentType: header('content-type'),
    from: plain(sender?.address ?? '').toLowerCase(),
    fromName: plain(sender?.name || sender?.address || ''),
    hasOneSender:
      mail.from?.value.length === 1 &&
      mail.headerLines.filter(({ key }) => key === 'from').length === 1,
    subject: plain(mail.subject ?? '').slice(0, 500),
    messageId: ids(mail.messageId)[0] ?? null,
    to: receivers(mail, header),
    inReplyTo: ids(mail.inReplyTo),
    references: ids(mail.references).slice(-50),
    text: textOf(mail),
    parts: mail.attachments.filter(isFile).map(partOf),
  }
}

function receivers(mail: ParsedMail, header: (name: string) => string): string[] {
  const lists = [mail.to ?? [], mail.cc ?? []].flat().flatMap(({ value }) => value)
  return [
    ...lists.map(({ address }) => address ?? ''),
    ...['delivered-to', 'x-original-to', 'envelope-to'].map(header),
  ]
    .map((address) => address.replace(/[<>]/g, '').trim().toLowerCase())
    .filter(Boolean)
    .slice(0, 200)
}

/** Pictures of a signature stand in the text and are no files of the case. */
const isFile = (part: Attachment): boolean =>
  !(part.related === true && part.contentType.startsWith('image/')) &&
  !(part.contentDisposition === 'inline' && part.contentType.startsWith('image/') && part.cid)

function partOf(part: Attachment, at: number): MailPart {
  const ending = /^[a-z]+\/([a-z0-9]{1,5})$/.exec(part.contentType)?.[1] ?? 'bin'
  return {
    name: plain(part.filename ?? '') || `part-${at + 1}.${ending}`,
    bytes: part.content,
    hash: createHash('sha256').update(part.content).digest('hex'),
  }
}

/** The line above what programs put below an answer. */
const ORIGINAL = /^-{2,40} ?(?:original message|ursprüngliche nachricht|原始邮件) ?-{2,40}$/i

/** Without what was quoted below an answer: it is in the case already. */
function withoutQuote(text: string): string {
  const lines = text.split('\n')
  const original = lines.findIndex((line) => ORIGINAL.test(line.trim()))
  const own = original < 0 ? lines : lines.slice(0, original)
  while (own.length > 0 && (own.at(-1)!.startsWith('>') || own.at(-1)!.trim() === '')) own.pop()
  return own.join('\n').trim()
}

/** The words, else those of the page, else nothing: the mail itself can be opened. */
function textOf(mail: ParsedMail): string {
  const { html } = mail
  const words = (mail.text ?? '').trim()
  const page = words === '' && html ? bodiesOf({ content: html, html: true }).text : words
  const plain = page.replaceAll('\r\n', '\n').replaceAll('\0', '').trim()
  return (withoutQuote(plain) || plain).slice(0, COMMENT_MAX)
}
