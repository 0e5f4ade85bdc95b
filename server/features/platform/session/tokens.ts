import { createHash, randomBytes } from 'node:crypto'

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
