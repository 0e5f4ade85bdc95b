import { openSecret, sealSecret, type SecretPlace } from '#server/kit/access/secrets.ts'
import type { Filled } from './mail-html.ts'

let key: Buffer | null = null

/** The installation's key, handed in when the feature is mounted. */
export function configureMessageEncryption(given: Buffer): void {
  key = given
}
export function secretKey(): Buffer {
  if (!key) throw new Error('messages are not mounted')
  return key
}

const place = (tenantId: string, id: string): SecretPlace => ({
  tenantId,
  table: 'sys_message',
  column: 'secret_enc',
  id,
})

/** The true words of a secret message, for its row. */
export const encryptText = (tenantId: string, id: string, words: Filled): string =>
  sealSecret(secretKey(), JSON.stringify(words), place(tenantId, id))
export const decryptText = (tenantId: string, id: string, sealed: string): Filled =>
  JSON.parse(openSecret(secretKey(), sealed, place(tenantId, id))) as Filled

/** Stars for every text among the values; numbers, which are how long and how many, stay. */
export function masked(data: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [
      name,
      typeof value === 'string' ? '******' : Array.isArray(value) ? ['******'] : value,
    ]),
  )
}
