import { z } from 'zod'
import type { Known } from './known.ts'

/**
 * Who may: strangers, signed-in users, holders of a permission, or the company that runs the
 * installation.
 */
export type Access = 'public' | 'login' | 'perm' | 'platform'
export interface Row {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** As the specification writes it (§7). */
  path: string
  access: Access
  /** What the call is sent: path parameters, query or body. */
  input: (known: Known) => Record<string, unknown>
  /** What comes back as `result`. */
  result: z.ZodType
  /** Where the wire fixes the words (zh_CN). */
  message?: string
  /** Who calls where it is not the tenant's administrator. */
  as?: 'platform' | 'customer' | 'visitor'
  /** A file that is sent; the input are the fields next to it. */
  upload?: { name: string; text: (known: Known) => string }
  /** Which of the calls of one path it is. */
  named?: string
  /** Answers a file in place of an envelope. */
  file?: true
  /** Tests that go deeper. */
  also: string
}

export const none = () => ({})
export const anything = z.unknown()
export const nothing = z.null()
export const get = (
  path: string,
  access: Access,
  result: z.ZodType,
  also: string,
  input: Row['input'] = none,
  more: Partial<Row> = {},
): Row => ({ method: 'GET', path, access, input, result, also, ...more })
export const write = (
  method: 'POST' | 'PUT' | 'DELETE',
  path: string,
  access: Access,
  input: Row['input'],
  also: string,
  more: Partial<Row> = {},
): Row => ({ method, path, access, input, result: anything, also, ...more })
