import { sql } from 'kysely'
import type { Ctx } from '#server/kit/access/ctx.ts'
import type { Address } from './mail-out.ts'
import type { ReadMail } from './read-mail.ts'

/** The case a mail belongs to, and whether it is shown whose mail it is. */
export interface Found {
  caseId: string
  side: Address['side']
  proven: boolean
}

const TOKEN = /(?:\+|\[|\b)([0-9a-f]{30})(?:@|\]|\b)/g
const tokensIn = (text: string): string[] => [...text.matchAll(TOKEN)].map(([, token]) => token!)

/** Our own mails bear `tenant-message` in front of the sign. */
const OWN_ID = /^<(\d{1,19})-(\d{1,19})@/

/**
 * By the token we gave out; else by the mail it answers; else by mails it refers to, where the
 * subject is the same or the sender is known there. Numbers of subjects and ids others made are
 * nothing to go by.
 */
export async function findCase(ctx: Ctx, mail: ReadMail): Promise<Found | null> {
  const tokens = [...mail.to.flatMap(tokensIn), ...tokensIn(mail.subject)]
  if (tokens.length > 0) {
    const { rows } = await sql<Found>`select a.case_id, a.side, true as proven
      from ${ctx.rows('caseAddress').as('a')} where a.token = any(${tokens}::text[])
      order by a.id desc limit 1`.execute(ctx.db)
    if (rows[0]) return rows[0]
  }
  const answered = await byMessage(ctx, mail.inReplyTo)
  if (answered[0]) return answered[0]
  const referred = await byMessage(ctx, mail.references)
  const same = bare(mail.subject)
  return (
    referred.find(({ email, subject }) => email === mail.from || bare(subject) === same) ?? null
  )
}

/** A subject without what programs put in front of it and behind it. */
const bare = (subject: string): string =>
  subject
    .replace(/^(?:(?:re|aw|fwd?|wg|回复|答复|转发)\s*[:：]\s*)+/i, '')
    .replace(/\[[^\]]{0,80}\]/g, '')
    .trim()
    .toLowerCase()

interface Sent extends Found {
  at: string
  email: string
  subject: string
}

/**
 * Cases by ids of mails we sent, or of mails that came in for them. Ids can be guessed or copied: they
 * lead to a case, and only a token shows whose answer it is.
 */
async function byMessage(ctx: Ctx, messageIds: readonly string[]): Promise<Sent[]> {
  if (messageIds.length === 0) return []
  const own = messageIds.flatMap((id) => {
    const [, tenantId, messageId] = OWN_ID.exec(id) ?? []
    return tenantId === ctx.principal.tenantId && messageId ? [messageId] : []
  })
  const { rows } = await sql<Sent>`select s.case_id, a.side, a.email, c.subject,
        false as proven, s.message_id as at
      from ${ctx.rows('caseSent').as('s')}
        join ${ctx.rows('caseAddress').as('a')} on a.id = s.address_id
        join ${ctx.rows('serviceCase').as('c')} on c.id = s.case_id
      where s.message_id = any(${own}::bigint[])
    union all
    select m.case_id, coalesce(a.side, 'customer') as side, coalesce(m.sender, '') as email,
        coalesce(m.subject, '') as subject, false as proven,
        m.id as at
      from ${ctx.rows('caseMail').as('m')}
        left join ${ctx.rows('caseAddress').as('a')}
          on a.case_id = m.case_id and a.email = m.sender
      where m.message_id = any(${[...messageIds]}::text[]) and m.case_id is not null
        and m.state = 'taken'
    order by at desc`.execute(ctx.db)
  return rows
}

/**
 * Whether the mail server we trust has found the sender's address to be its own: a check of the
 * domain's policy for the domain of `From`, or a signature of it (RFC 8601). What others claim in
 * that header is not read, nor what is quoted or a comment: a sender can write there.
 */
export function isProven(mail: ReadMail, checkedBy: string): boolean {
  const line = withoutQuoted(mail.header('authentication-results').toLowerCase())
  const [server = '', ...results] = (line ?? '').split(';')
  if (checkedBy === '' || server.trim().split(/\s/)[0] !== checkedBy.toLowerCase()) return false
  const domain = mail.from.split('@')[1] ?? ''
  const names = (result: string, property: string) =>
    result.split(/\s/).includes(`${property}=${domain}`)
  return (
    domain !== '' &&
    mail.hasOneSender &&
    results.some(
      (result) =>
        (/^\s*dmarc=pass\b/.test(result) && names(result, 'header.from')) ||
        (/^\s*dkim=pass\b/.test(result) && names(result, 'header.d')),
    )
  )
}

/** A head line without quoted strings and comments; null where one does not end. */
export function withoutQuoted(line: string): string | null {
  let [bare, depth, quoted] = ['', 0, false]
  for (let at = 0; at < line.length; at++) {
    const sign = line[at]!
    if (sign === '\\') at++
    else if (quoted) quoted = sign !== '"'
    else if (sign === '(') depth++
    else if (sign === ')' && depth > 0) depth--
    else if (depth > 0) continue
    else if (sign === '"') quoted = true
    else bare += sign
  }
  return quoted || depth > 0 ? null : bare
}
