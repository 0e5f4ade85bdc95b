import type { Env } from '#server/kit/runtime/env.ts'
import type { InstallationMailServer } from './channels.ts'

const PORTS = { tls: 465, starttls: 587, none: 25 } as const

/**
 * The installation's mail server out of `SMTP_URL`: `smtps://` speaks TLS from the start, `smtp://`
 * after STARTTLS unless `?tls=none`.
 */
export function parseMailServer({
  smtpUrl,
  mailFrom,
}: Pick<Env, 'smtpUrl' | 'mailFrom'>): InstallationMailServer | null {
  if (!smtpUrl) return null
  const url = new URL(smtpUrl)
  const security =
    url.protocol === 'smtps:' ? 'tls' : url.searchParams.get('tls') === 'none' ? 'none' : 'starttls'
  const user = decodeURIComponent(url.username)
  return {
    host: url.hostname,
    port: url.port === '' ? PORTS[security] : Number(url.port),
    security,
    user,
    password: url.password === '' ? null : decodeURIComponent(url.password),
    fromAddress: mailFrom ?? (user.includes('@') ? user : `parcelyard@${url.hostname}`),
    fromName: 'Parcelyard',
    trusted: true,
  }
}
