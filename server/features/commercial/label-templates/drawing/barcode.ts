import { createRequire } from 'node:module'
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
  readonly zpl: Zpl
  /** Wide bars in narrow ones, where the symbology has two widths; 2 otherwise. */
  readonly ratio?: number
}

/** Turned clockwise by 0, 90, 180, 270 degrees. */
export type Turned = 'N' | 'R' | 'I' | 'B'
/** Null: the printer's own command may draw other bars, so they are sent as dots. */
type Zpl = {
  readonly command: (height: number, turned?: Turned) => string
  readonly data: string
} | null

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

function checked(number: string, shape: RegExp, symbology: string): string {
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
    zpl: { command: (height, turned = 'N') => `^BC${turned},${height},N,N,N`, data: zpl },
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
      zpl: { command: (height, turned = 'N') => `^B2${turned},${height},N,N,N`, data: number },
    }
  } catch {
    throw new LabelError('label.numberInvalid', { number, symbology })
  }
}

/** Symbologies of the library; it refuses data they cannot hold, and wrong check digits. */
const LINEAR = {
  'gs1-128': { zpl: null, shape: /^[\x20-\x7e]{4,80}$/ },
  ean13: { zpl: 'E', shape: /^\d{12,13}$/ },
  itf: { zpl: '2', shape: /^(?:\d{2}){1,20}$/ },
  code39: { zpl: '3', shape: /^[0-9A-Z $%*+./-]{1,30}$/ },
} as const

export function linearOf(symbology: keyof typeof LINEAR, bcid: string, data: string): Barcode {
  const { zpl, shape } = LINEAR[symbology]
  const text = checked(data, shape, symbology)
  const [drawn] = bwip().raw({ bcid, text })
  if (!drawn || !('sbs' in drawn)) throw new Error('no bars')
  // A space behind the last bar is part of the quiet zone.
  const widths = [...drawn.sbs].slice(0, drawn.sbs.length - ((drawn.sbs.length + 1) % 2))
  return {
    widths,
    modules: sum(widths),
    human: text,
    ratio: symbology === 'code39' ? 3 : 2,
    zpl: zpl === null ? null : { command: commandOf(zpl), data: fieldOf(zpl, text) },
  }
}

const commandOf =
  (zpl: 'E' | '2' | '3') =>
  (height: number, turned: Turned = 'N'): string =>
    zpl === '3' ? `^B3${turned},N,${height},N,N` : `^B${zpl}${turned},${height},N,N`
/** The printer adds the check digit of an EAN, and the stars of Code 39. */
const fieldOf = (zpl: 'E' | '2' | '3', text: string): string =>
  zpl === 'E' ? text.slice(0, 12) : text

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
