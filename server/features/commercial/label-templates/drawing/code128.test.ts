import {
  BarcodeFormat,
  BinaryBitmap,
  DecodeHintType,
  HybridBinarizer,
  MultiFormatReader,
  RGBLuminanceSource,
} from '@zxing/library'
import bwip from 'bwip-js/node'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { barcodeOf } from './barcode.ts'
import { code128 } from './code128.ts'

const HEIGHT = 20

function scanned(widths: readonly number[]): string {
  const quiet = 12
  const dots = [
    Array<number>(quiet * 2).fill(255),
    ...widths.map((width, i) => Array<number>(width * 2).fill(i % 2 === 0 ? 0 : 255)),
    Array<number>(quiet * 2).fill(255),
  ].flat()
  const grey = new Uint8ClampedArray(dots.length * HEIGHT)
  for (let y = 0; y < HEIGHT; y++) grey.set(dots, y * dots.length)
  const hints = new Map<DecodeHintType, unknown>([
    [DecodeHintType.POSSIBLE_FORMATS, [BarcodeFormat.CODE_128]],
  ])
  return new MultiFormatReader()
    .decode(
      new BinaryBitmap(new HybridBinarizer(new RGBLuminanceSource(grey, dots.length, HEIGHT))),
      hints,
    )
    .getText()
}

const modules = (widths: readonly number[]): number => widths.reduce((a, b) => a + b, 0)

describe('Code 128', () => {
  const printableAscii = fc.string({
    unit: fc.integer({ min: 32, max: 126 }).map((code) => String.fromCharCode(code)),
    minLength: 1,
    maxLength: 30,
  })
  const numberLike = fc.string({
    unit: fc.constantFrom(...'0123456789012345678901234567890123456789ABX%-'),
    minLength: 1,
    maxLength: 30,
  })

  it('is read back as written', () => {
    fc.assert(
      fc.property(fc.oneof(printableAscii, numberLike), (text) => {
        expect(scanned(code128(text, false).widths)).toBe(text)
      }),
      { numRuns: 300 },
    )
  })

  it('is never longer than the reference encoder makes it', () => {
    fc.assert(
      fc.property(numberLike, (text) => {
        const [reference] = bwip.raw({ bcid: 'code128', text })
        if (!reference || !('sbs' in reference)) throw new Error('no bars')
        expect(modules(code128(text, false).widths)).toBeLessThanOrEqual(
          modules([...reference.sbs]),
        )
      }),
      { numRuns: 200 },
    )
  })

  it('draws an SSCC as GS1-128, bar for bar as the reference', () => {
    const [reference] = bwip.raw({ bcid: 'sscc18', text: '(00)340434292135100124' })
    expect(reference && 'sbs' in reference && [...reference.sbs]).toEqual(
      barcodeOf('340434292135100124', 'sscc').widths,
    )
    expect(barcodeOf('00340434292135100124', 'sscc').widths).toEqual(
      barcodeOf('340434292135100124', 'sscc').widths,
    )
  })

  it('spells the same symbols for a ZPL printer', () => {
    expect(code128('RB123456785GB', false).zpl).toBe('>:RB1>523456785>6GB')
    expect(code128('00340434292135100124', true).zpl).toBe('>;>800340434292135100124')
    const plain = (zpl: string): string => zpl.replace(/>[:;568]/g, '')
    fc.assert(
      fc.property(numberLike, (text) => {
        expect(plain(code128(text, false).zpl)).toBe(text)
      }),
    )
  })
})
