import { qrOf } from '#server/kit/pdf/qr.ts'
import { createRequire } from 'node:module'
import { fillPlaces } from '#contracts/commercial/labels/fields.ts'
import {
  isLinear,
  type ElementOf,
  type LabelSymbology,
} from '#contracts/commercial/labels/document.ts'
import { QUIET_MODULES, barcodeOf, linearOf, type Barcode } from './barcode.ts'
import { LabelError } from './label-error.ts'
import { maxicodeOf } from './maxicode.ts'
import type { LabelValues } from './values.ts'

/** Modules true = dark, and the white ones each side of them needs. */
export interface Matrix {
  readonly rows: readonly (readonly boolean[])[]
  readonly quiet: number
}
export type Symbol =
  | { kind: 'bars'; barcode: Barcode }
  | { kind: 'matrix'; matrix: Matrix }
  | { kind: 'maxicode'; cells: readonly number[] }

const require = createRequire(import.meta.url)
const bwip = () => require('bwip-js/node') as typeof import('bwip-js/node')

const OWN = { identcode: 'identcode', leitcode: 'leitcode', code128: 'code128' } as const
const LIBRARY = {
  'gs1-128': 'gs1-128',
  ean13: 'ean13',
  itf: 'interleaved2of5',
  code39: 'code39',
} as const
const MATRICES = {
  datamatrix: { bcid: 'datamatrix', quiet: 1 },
  'gs1-datamatrix': { bcid: 'gs1datamatrix', quiet: 1 },
  pdf417: { bcid: 'pdf417', quiet: 2 },
  aztec: { bcid: 'azteccode', quiet: 0 },
} as const

/** QR codes of version 40 hold more than any label has room for. */
const QR_MOST = 300
const QR_QUIET = 4

function matrixOf(symbology: keyof typeof MATRICES, data: string): Matrix {
  const { bcid, quiet } = MATRICES[symbology]
  const [drawn] = bwip().raw({ bcid, text: data })
  if (!drawn || !('pixs' in drawn)) throw new Error('no modules')
  const { pixs, pixx } = drawn
  const rows: boolean[][] = []
  for (let at = 0; at < pixs.length; at += pixx)
    rows.push(Array.from(pixs.slice(at, at + pixx), (dot) => dot === 1))
  return { rows, quiet }
}

/** A large symbol takes a twentieth of a second: each is made once for the ways it is drawn in. */
const made = new Map<string, Symbol>()
const MADE_MAX = 300

/** What a symbology makes of data; refuses what it cannot hold. */
export function symbolOf(symbology: LabelSymbology, data: string): Symbol {
  const key = `${symbology} ${data}`
  const known = made.get(key)
  if (known) return known
  const symbol = makeSymbol(symbology, data)
  if (made.size >= MADE_MAX) made.clear()
  made.set(key, symbol)
  return symbol
}

function makeSymbol(symbology: LabelSymbology, data: string): Symbol {
  if (symbology === 'scheme' || symbology in OWN)
    return {
      kind: 'bars',
      barcode: barcodeOf(data, symbology === 'scheme' ? 'code128' : (symbology as 'code128')),
    }
  try {
    if (symbology === 'qr') {
      if (data.length > QR_MOST) throw new Error('too long')
      return { kind: 'matrix', matrix: { rows: qrOf(data), quiet: QR_QUIET } }
    }
    if (symbology === 'maxicode') return { kind: 'maxicode', cells: maxicodeOf(data) }
    if (symbology in MATRICES)
      return { kind: 'matrix', matrix: matrixOf(symbology as keyof typeof MATRICES, data) }
    const bcid = LIBRARY[symbology as keyof typeof LIBRARY]
    return { kind: 'bars', barcode: linearOf(symbology as keyof typeof LIBRARY, bcid, data) }
  } catch {
    throw new LabelError('label.numberInvalid', { number: data, symbology })
  }
}

const SEPARATORS: Readonly<Record<string, string>> = {
  GS: '\u001d',
  RS: '\u001e',
  EOT: '\u0004',
}

/** Data of a template with its separators as they are encoded. */
export const separated = (symbology: LabelSymbology, data: string): string =>
  isLinear(symbology) ? data : data.replace(/<(GS|RS|EOT)>/g, (_, key: string) => SEPARATORS[key]!)

/** The symbol of an element; null where all its fields are empty. */
export function symbolFor(
  { symbology, data }: Pick<ElementOf<'barcode'>, 'symbology' | 'data'>,
  values: LabelValues,
): Symbol | null {
  if (symbology === 'scheme' && data === '{number}') return { kind: 'bars', barcode: values.bars() }
  let bound = 0
  let found = 0
  const filled = fillPlaces(separated(symbology, data), (key) => {
    const text = values.text(key)
    bound++
    if (text !== '') found++
    return text
  })
  if (bound > 0 && found === 0) return null
  return symbolOf(symbology, filled)
}

/** White modules a symbology needs on each side. */
export const quietOf = (symbology: LabelSymbology): number =>
  symbology === 'qr'
    ? QR_QUIET
    : symbology in MATRICES
      ? MATRICES[symbology as keyof typeof MATRICES].quiet
      : QUIET_MODULES
