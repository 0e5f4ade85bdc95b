import { encode } from 'uqr'

/** QR modules (true = dark) of a text, error correction M. */
export function qrOf(text: string): boolean[][] {
  // Any mask is valid; trying all eight for the prettiest costs six times the whole encoding.
  return encode(text, { ecc: 'M', border: 0, maskPattern: 0 }).data
}
