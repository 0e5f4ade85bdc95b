import { randomBytes } from 'node:crypto'

/** 256 bits, base64url. */
export const newToken = (): string => randomBytes(32).toString('base64url')
