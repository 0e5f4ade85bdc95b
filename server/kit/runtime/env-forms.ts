import { z } from 'zod'
import { isIP } from 'node:net'

/** A key as it is written: 64 hexadecimal digits or base64. */
export function keyBytes(text: string): Buffer | undefined {
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, 'hex')
  return /^[A-Za-z0-9+/_-]{43}=?$/.test(text) ? Buffer.from(text, 'base64') : undefined
}

/** An address or a network of addresses. */
export function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.trim().split('/')
  const family = isIP(address)
  return (
    family !== 0 &&
    rest.length === 0 &&
    (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128)))
  )
}

export function isSmtpUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname } = new URL(text)
  return /^smtps?:$/.test(protocol) && hostname !== ''
}

export function isPostgresUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, pathname } = new URL(text)
  return /^postgres(ql)?:$/.test(protocol) && pathname.length > 1
}

/** A list of `host:port`, and how it reads in a refusal. */
export function hostsWithPorts(example: string) {
  const list = z
    .string()
    .max(2_000)
    .transform((value) =>
      value
        .split(',')
        .map((one) => one.trim().toLowerCase())
        .filter(Boolean),
    )
    .refine((hosts) => hosts.every((one) => /^[a-z0-9.-]+:\d{1,5}$/.test(one)))
  return [list, `hosts with their ports, such as ${example}, separated by commas`] as const
}

/** So many seconds at most, and how it reads in a refusal. */
export function secondsTo(most: number) {
  const seconds = z
    .string()
    .regex(/^\d{1,5}$/)
    .transform(Number)
    .refine((value) => value <= most)
  return [seconds, `seconds from 0 to ${most}`] as const
}

/**
 * The seed's rule: at least 8 characters with a digit, a lower-case, an upper-case and a special
 * one.
 */
export function meetsPasswordRule(password: string): boolean {
  return (
    [...password].length >= 8 &&
    /\p{Nd}/u.test(password) &&
    /\p{Ll}/u.test(password) &&
    /\p{Lu}/u.test(password) &&
    /[^\p{L}\p{N}\s]/u.test(password)
  )
}
