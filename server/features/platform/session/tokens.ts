import { createHash, randomBytes } from 'node:crypto'

/** A cookie with a token. Sent twice, which of them is meant is not for us to guess. */
export function cookieNamed(name: string, header: string | undefined): string | null {
  const values = (header ?? '')
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part.startsWith(`${name}=`))
  const value = values[0]?.slice(name.length + 1) ?? ''
  return values.length === 1 && /^[\w-]{43}$/.test(value) ? value : null
}
/** 256 bits, base64url; only its SHA-256 is stored. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}
export function tokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
/**
 * Tokens live seven days (decisions.md, "Sign-in"), or one shift where the machine is not the
 * person's own.
 */
export const TOKEN_HOURS = 7 * 24
export const SHIFT_HOURS = 12
/** Sent with the sign-in, good for nothing but the WebSocket handshake. */
export const SOCKET_COOKIE = 'parcelyard_socket'
