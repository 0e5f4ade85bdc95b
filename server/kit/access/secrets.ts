import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/**
 * Where a secret is stored. It is part of what is authenticated: a text moved to another row does
 * not open there.
 */
export interface SecretPlace {
  tenantId: string
  table: string
  column: string
  id: string
}

const VERSION = 'v1'
const IV_BYTES = 12

/**
 * Seals a credential for the database: AES-256-GCM, a fresh 96-bit IV, the place as additional data
 * (security.md §6.10). `key` is `env.secretKey`, 32 bytes. Answers `v1.<iv>.<tag>.<text>` in
 * base64url.
 */
export function sealSecret(key: Buffer, plain: string, place: SecretPlace): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  cipher.setAAD(aad(place))
  const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
  return [
    VERSION,
    ...[iv, cipher.getAuthTag(), sealed].map((part) => part.toString('base64url')),
  ].join('.')
}

/**
 * The credential again. Throws, without its content, where key, place or text do not fit
 * together.
 */
export function openSecret(key: Buffer, sealed: string, place: SecretPlace): string {
  const [version, iv, tag, text] = sealed.split('.')
  if (version !== VERSION || iv === undefined || tag === undefined || text === undefined)
    throw new Error('not a sealed secret')
  const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(iv, 'base64url'), {
    authTagLength: 16,
  })
  decipher.setAAD(aad(place))
  decipher.setAuthTag(Buffer.from(tag, 'base64url'))
  return Buffer.concat([
    decipher.update(Buffer.from(text, 'base64url')),
    decipher.final(),
  ]).toString('utf8')
}

/** What may be shown of a secret: its last four characters, and nothing of a short one. */
export function lastFour(plain: string): string {
  return plain.length >= 12 ? plain.slice(-4) : ''
}

const aad = ({ tenantId, table, column, id }: SecretPlace): Buffer =>
  Buffer.from([tenantId, table, column, id].join('|'))
