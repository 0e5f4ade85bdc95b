import { createRequire } from 'node:module'
import { encode } from 'uqr'
import { code128 } from './code128.ts'
import { LabelError } from './label-error.ts'
import type { Symbology } from './model.ts'

export interface Barcode {
  /** Alternating bar and space widths in modules, beginning and ending with a bar. */
  readonly widths: readonly number[]
  /** Sum of `widths`, quiet zones not counted. */
  readonly modules: number
  /** What is printed under the bars, grouped for reading aloud. */
  readonly human: string
  /** ZPL command for bars of a height in dots, and its (safe) field data. */
  readonly zpl: { readonly command: (height: number) => string; readonly data: string }
}

/**
 * Two megabytes for the posts' own symbologies: loaded with the first such label, not with the
 * server.
 */
const require = createRequire(import.meta.url)
const bwip = () => require('bwip-js/node') as typeof import('bwip-js/node')

/** Quiet zone on each side, in modules (GS1 and ISO/IEC 15417 ask for ten). */
export const QUIET_MODULES = 10

const groups = (digits: string, size: number): string =>
  digits.replace(new RegExp(`(.{${size}})(?=.)`, 'g'), '$1 ')

function checked(number: string, shape: RegExp, symbology: Symbology): string {
  if (number === '') throw new LabelError('label.numberEmpty', { symbology })
  if (!shape.test(number)) throw new LabelError('label.numberInvalid', { number, symbology })
  return number
}

function from128(text: string, human: string, gs1: boolean): Barcode {
  const { widths, zpl } = code128(text, gs1)
  return {
    widths,
    modules: sum(widths),
    human,
    zpl: { command: (height) => `^BCN,${height},N,N,N`, data: zpl },
  }
}

const sum = (widths: readonly number[]): number => widths.reduce((a, b) => a + b, 0)

/** Interleaved 2 of 5 with Deutsche Post's own check digit; the library refuses a wrong one. */
function fromPost(number: string, symbology: 'identcode' | 'leitcode'): Barcode {
  try {
    const [drawn] = bwip().raw({ bcid: symbology, text: number, includetext: true })
    if (!drawn || !('sbs' in drawn)) throw new Error('no bars')
    const human =
      symbology === 'identcode'
        ? `${number.slice(0, 2)}.${number.slice(2, 5)} ${number.slice(5, 8)}.${number.slice(8, 11)} ${number.slice(11)}`
        : `${number.slice(0, 5)}.${number.slice(5, 8)}.${number.slice(8, 11)}.${number.slice(11, 13)} ${number.slice(13)}`
    const widths = [...drawn.sbs]
    return {
      widths,
      modules: sum(widths),
      human,
      zpl: { command: (height) => `^B2N,${height},N,N,N`, data: number },
    }
  } catch {
    throw new LabelError('label.numberInvalid', { number, symbology })
  }
}

/**
 * The bars of a parcel number. Refuses what the symbology cannot hold: `label.numberInvalid` for a
 * wrong shape (the check digit itself is the number range's business, except where the symbology
 * defines one).
 */
export function barcodeOf(number: string, symbology: Symbology): Barcode {
  switch (symbology) {
    case 's10': {
      const s10 = checked(number, /^[A-Z]{2}\d{9}[A-Z]{2}$/, symbology)
      return from128(
        s10,
        `${s10.slice(0, 2)} ${groups(s10.slice(2, 11), 3)} ${s10.slice(11)}`,
        false,
      )
    }
    case 'sscc': {
      // Carriers write the SSCC with and without its application identifier 00.
      const sscc = checked(number, /^(?:00)?\d{18}$/, symbology).slice(-18)
      return from128(
        `00${sscc}`,
        `(00) ${sscc.slice(0, 1)} ${groups(sscc.slice(1, 17), 4)} ${sscc.slice(17)}`,
        true,
      )
    }
    case 'identcode':
      return fromPost(checked(number, /^\d{12}$/, symbology), symbology)
    case 'leitcode':
      return fromPost(checked(number, /^\d{14}$/, symbology), symbology)
    case 'code128': {
      // ^ ~ > steer a ZPL printer inside barcode data, and no carrier's number uses them.
      const text = checked(number, /^[\x20-\x7d]{1,48}$/, symbology)
      if (/[\^>]/.test(text)) throw new LabelError('label.numberInvalid', { number, symbology })
      return from128(text, /^\d{9,}$/.test(text) ? groups(text, 4) : text, false)
    }
  }
}

/** QR modules (true = dark) of a tracking address, error correction M. */
export function qrOf(url: string): boolean[][] {
  // Any mask is valid; trying all eight for the prettiest costs six times the whole encoding.
  return encode(url, { ecc: 'M', border: 0, maskPattern: 0 }).data
}
