import { createHmac } from 'node:crypto'
import { parseMailServer } from './installation-mail-server.ts'
import { isIP } from 'node:net'
import { SMTP_PORTS, type EmailSettings } from '#contracts/platform/messaging/message-channels.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { channelOf, allowedInternalHosts } from './channels.ts'
import { openMailAddress } from './mail-address.ts'
import { bodiesOf } from './mail-html.ts'
import type { OutgoingMessage, Sent } from './outgoing-message.ts'

/** Header of every mail that goes out: what comes back with it is our own. */
const OWN_MAIL = 'X-Parcelyard-Mail'
/** Signed, so that a stranger's mail is not taken for one of ours and dropped. */
const signed = (ctx: Ctx, key: string): string =>
  `${key}.${createHmac('sha256', ctx.deps.env.secretKey)
    .update(`mail of ${ctx.principal.tenantId}: ${key}`)
    .digest('hex')}`

/** Whether a mail that came in is one this tenant sent. */
export function isOwnMail(ctx: Ctx, header: (name: string) => string): boolean {
  const value = header(OWN_MAIL.toLowerCase())
  return value !== '' && value === signed(ctx, value.slice(0, value.lastIndexOf('.')))
}

type Transport = (outgoing: OutgoingMessage) => Promise<Sent>
type Server = EmailSettings & { password: string | null; trusted: boolean }

/** The tenant's mail server, else the installation's; null where there is neither. */
export async function mailerOf(ctx: Ctx): Promise<Transport | null> {
  const own = await channelOf(ctx, 'email')
  const server: Server | null = own
    ? { ...own.settings, password: own.secret, trusted: false }
    : parseMailServer(ctx.deps.env)
  return (
    server &&
    ((outgoing) => mail(server, outgoing, signed(ctx, outgoing.key), allowedInternalHosts(ctx)))
  )
}

export const hasMailServer = async (ctx: Ctx): Promise<boolean> => (await mailerOf(ctx)) !== null

async function mail(
  server: Server,
  outgoing: OutgoingMessage,
  mark: string,
  inside: readonly string[],
): Promise<Sent> {
  let isWritten = false
  try {
    const address = await openMailAddress(server, SMTP_PORTS, inside)
    // Loaded with the first letter, not with the server.
    const { createTransport } = await import('nodemailer')
    const transport = createTransport({
      host: address,
      port: server.port,
      secure: server.security === 'tls',
      requireTLS: server.security === 'starttls',
      ignoreTLS: server.security === 'none',
      ...(server.user ? { auth: { user: server.user, pass: server.password ?? '' } } : {}),
      // The address was looked up and checked; the certificate is still the name's.
      tls: { servername: isIP(server.host) === 0 ? server.host : '', minVersion: 'TLSv1.2' },
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      socketTimeout: 20_000,
      disableFileAccess: true,
      disableUrlAccess: true,
      logger: writtenWatch(() => {
        isWritten = true
      }),
    })
    try {
      const delivery = await transport.sendMail({
        from: { name: server.fromName, address: server.fromAddress },
        to: outgoing.to,
        ...(outgoing.replyTo ? { replyTo: outgoing.replyTo } : {}),
        headers: {
          [OWN_MAIL]: mark,
          'X-Auto-Response-Suppress': 'All',
          ...(outgoing.endLink
            ? {
                'List-Unsubscribe': `<${outgoing.endLink}>`,
                'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
              }
            : {}),
          // A mail of a conversation is a person's; partners' desks drop what machines send.
          ...(outgoing.automatic
            ? { 'Auto-Submitted': 'auto-replied' }
            : outgoing.replyTo
              ? {}
              : { 'Auto-Submitted': 'auto-generated' }),
        },
        subject: outgoing.title,
        ...bodiesOf(outgoing),
        attachments: outgoing.files.map(({ name, type, bytes }) => ({
          filename: name,
          contentType: type,
          content: bytes,
        })),
        messageId: `<${outgoing.key}@${server.fromAddress.split('@')[1] ?? 'localhost'}>`,
      })
      return { outcome: 'sent', detail: printable(String(delivery.response)) }
    } finally {
      transport.close()
    }
  } catch (error) {
    const answered = (error as { responseCode?: number }).responseCode !== undefined
    return { ...failure(error), uncertain: isWritten && !answered }
  }
}

const quiet = (): void => {}

/** Calls `onEnd` when the whole mail was written: its answer may be what is lost. Writes no log. */
const writtenWatch = (onEnd: () => void) => ({
  level: quiet,
  trace: quiet,
  debug: quiet,
  warn: quiet,
  error: quiet,
  fatal: quiet,
  info: (entry: unknown) => {
    if ((entry as { tnx?: string } | null)?.tnx === 'message') onEnd()
  },
})

/**
 * Temporary is what a mail server answers with 4xx, and a server that cannot be reached; a 5xx will
 * not change by asking again.
 */
function failure(error: unknown): Sent {
  const { code, responseCode, response, message } = error as {
    code?: string
    responseCode?: number
    response?: string
    message?: string
  }
  const detail = printable(
    `${response ?? message ?? ''}${responseCode === undefined && code ? ` (${code})` : ''}`,
  )
  if (code === 'ADDRESS') return { outcome: 'failed', detail }
  if (responseCode !== undefined)
    return { outcome: responseCode >= 500 ? 'failed' : 'later', detail }
  return {
    outcome: code === 'EENVELOPE' || code === 'EAUTH' || code === 'EMESSAGE' ? 'failed' : 'later',
    detail,
  }
}

// eslint-disable-next-line no-control-regex
const printable = (text: string) =>
  text
    .replace(/[\x00-\x1f\x7f]+/g, ' ')
    .trim()
    .slice(0, 400)
