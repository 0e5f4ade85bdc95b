/** A content of a tenant, by the SHA-256 of its bytes in hexadecimal digits. */
export interface ContentKey {
  readonly tenantId: string
  readonly hash: string
}

/**
 * Where contents lie, by tenant and hash. A content is never changed: writing one that is there
 * already leaves the same. A written content is there after a crash, whole or not at all.
 */
export interface ContentStore {
  has(key: ContentKey): Promise<boolean>
  write(key: ContentKey, bytes: Buffer): Promise<void>
  /** Null where there is none. Contents have at most `FILE_BYTES`. */
  read(key: ContentKey): Promise<Buffer | null>
  /** No error where there is none. */
  remove(key: ContentKey): Promise<void>
  /** All contents of a tenant with the time each was written. */
  list(tenantId: string): AsyncIterable<{ hash: string; at: Date }>
}

const HASH = /^[0-9a-f]{64}$/
export const isHash = (text: string): boolean => HASH.test(text)

export type { S3Settings } from '../runtime/env.ts'
