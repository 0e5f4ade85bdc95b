import type { Endpoint } from '#contracts/kit/endpoint.ts'
import { revealsAccount } from '#contracts/kit/names.ts'
import { isMask, isPersonal, STARS } from '#contracts/kit/personal.ts'
import type { Principal } from '../access/principal.ts'
import { failFields } from './errors.ts'

type Caller = Pick<Principal, 'masked' | 'actor' | 'customerId'> | null | undefined

/** Longest name and longest host of an address that is looked at. */
const NAME_MAX = 64
const HOST_MAX = 255
const IN_NAME = /[\w.%+-]/
const IN_HOST = /[\w.-]/
/** A log's parameters: JSON as text. */
const JSON_TEXTS: ReadonlySet<string> = new Set(['requestParam', 'esParam', 'dataContent'])

/** A number without its middle, mail addresses without all but their first sign. */
export function maskedText(text: string): string {
  if (text.includes('@')) return maskedMails(text)
  if (text.length < 7) return text === '' ? '' : STARS
  return text.length < 10
    ? `${text.slice(0, 2)}****${text.slice(-2)}`
    : `${text.slice(0, 3)}****${text.slice(-4)}`
}

/** Every mail address of a text: `li.ming@example.com` reads `l***@example.com`. */
export function maskedMails(text: string): string {
  let [done, from] = ['', 0]
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    let start = at
    while (start > from && at - start < NAME_MAX && IN_NAME.test(text[start - 1]!)) start--
    let end = at + 1
    while (end < text.length && end - at < HOST_MAX && IN_HOST.test(text[end]!)) end++
    if (start === at || end === at + 1) continue
    done += `${text.slice(from, start)}${text[start]!}${STARS}`
    from = at
  }
  return done + text.slice(from)
}

/** What anyone may read, or is of the caller's own account: not that of a person acted for. */
const isWhole = ({ actor }: Pick<Principal, 'actor'>, endpoint: Endpoint): boolean =>
  endpoint.public === true || (endpoint.own === true && actor === undefined)

/**
 * An answer as this caller may see it: personal fields at any depth, and mail addresses wherever
 * they occur.
 */
export function maskedFor<R>(caller: Caller, endpoint: Endpoint | undefined, answer: R): R {
  if (!caller?.masked || (endpoint && isWhole(caller, endpoint))) return answer
  return masked(answer, '', false) as R
}

function masked(value: unknown, name: string, whole: boolean): unknown {
  if (typeof value === 'string') {
    if (whole) return maskedText(value)
    if (JSON_TEXTS.has(name) && value.startsWith('{')) return maskedJson(value)
    return value.includes('@') ? maskedMails(value) : value
  }
  if (Array.isArray(value)) return value.map((one) => masked(one, name, whole))
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, masked(one, key, whole || isPersonal(key))]),
  )
}

function maskedJson(text: string): string {
  try {
    return JSON.stringify(masked(JSON.parse(text), '', false))
  } catch {
    // Cut off by the log: what is left cannot be read field by field.
    return STARS
  }
}

/**
 * Refuses what would reveal a value the caller does not see: a filter or an order by a masked one, by
 * customers also by an account (they read that staff acted, and no login), and a mask sent as a value,
 * which would be stored in its place.
 */
export function refuseUnmasking(caller: Caller, endpoint: Endpoint, input: unknown): void {
  if (!caller || typeof input !== 'object' || input === null) return
  const masked = caller.masked && !isWhole(caller, endpoint)
  const customer = caller.customerId !== null
  if (!masked && !customer) return
  const hidden = (name: string) =>
    (masked && isPersonal(name)) || (customer && revealsAccount(name))
  const { query } = input as { query?: unknown }
  const asked = endpoint.method === 'GET' ? input : query
  const guessed = typeof asked === 'object' && asked !== null ? askedBy(asked, hidden) : undefined
  if (guessed !== undefined) failFields([{ path: guessed, code: 'filter.masked' }])
  if (!masked || endpoint.method === 'GET' || endpoint.takesMasks) return
  const sent = maskIn(input, '')
  if (sent !== undefined) failFields([{ path: sent, code: 'field.masked' }])
}

function askedBy(query: object, hidden: (name: string) => boolean): string | undefined {
  const values = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  const own = values.find(
    ([key, value]) =>
      hidden(key.replace(/_(MultiString|begin|end)$/, '')) ||
      (key === 'column' && hidden(String(value))),
  )
  if (own) return own[0]
  const parts = (query as { superQueryParams?: unknown }).superQueryParams
  return typeof parts === 'string' ? fieldsOf(parts).find(hidden) : undefined
}

function fieldsOf(text: string): string[] {
  try {
    const items: unknown = JSON.parse(
      text.trimStart().startsWith('[') ? text : decodeURIComponent(text),
    )
    if (!Array.isArray(items)) return []
    return items.flatMap((item: unknown) =>
      typeof item === 'object' && item !== null && 'field' in item ? [String(item.field)] : [],
    )
  } catch {
    // The list refuses it.
    return []
  }
}

/** Deeper than any form. */
const DEPTH = 12

/** Whether a value of this field is a mask that its sender sees in place of it. */
export const hasMask = (caller: Caller, field: string, value: string): boolean =>
  caller?.masked === true && maskIn(value, field) !== undefined

function maskIn(value: unknown, path: string, depth = 0): string | undefined {
  if (typeof value === 'string') {
    return isMask(path.slice(path.lastIndexOf('.') + 1), value) ? path : undefined
  }
  if (typeof value !== 'object' || value === null || depth > DEPTH) return undefined
  for (const [key, one] of Object.entries(value)) {
    // An element of a list is called as the list is.
    const at = Array.isArray(value) ? path : path === '' ? key : `${path}.${key}`
    const found = maskIn(one, at, depth + 1)
    if (found !== undefined) return found
  }
  return undefined
}

/**
 * What was sent, with the values there were before wherever their masks came back: a form that was
 * filled with masked fields changes nothing in them.
 */
export function withoutMasks<D extends object>(caller: Caller, draft: D, before: object): D {
  return caller?.masked ? (unmasked(draft, before, '') as D) : draft
}

function unmasked(sent: unknown, before: unknown, path: string): unknown {
  if (typeof sent === 'string') {
    if (typeof before === 'string' && sent !== before) {
      const last = path.slice(path.lastIndexOf('.') + 1)
      if (sent === (isPersonal(last) ? maskedText(before) : maskedMails(before))) return before
    }
    const left = maskIn(sent, path)
    if (left !== undefined) failFields([{ path: left, code: 'field.masked' }])
    return sent
  }
  if (typeof sent !== 'object' || sent === null) return sent
  const old = (typeof before === 'object' && before !== null ? before : {}) as Record<
    string,
    unknown
  >
  if (Array.isArray(sent)) return sent.map((one, at) => unmasked(one, old[at], path))
  return Object.fromEntries(
    Object.entries(sent).map(([key, one]) => [
      key,
      unmasked(one, old[key], path === '' ? key : `${path}.${key}`),
    ]),
  )
}
