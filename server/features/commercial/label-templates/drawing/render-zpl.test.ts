import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { allKinds, american, chinese, german, latin, polish } from './labels.fixture.ts'
import { bitmap, isSet, rasterText, setDots, stamp } from './raster.ts'
import type { Bitmap } from './raster.ts'
import { fieldData, graphicField, renderZpl } from './render-zpl.ts'

/** A printer's reading of ^GFA, so that the compression is proved and not only written. */
function unpacked(field: string): string[] {
  const [, stride = '', data = ''] = /^\^GFA,\d+,\d+,(\d+),(.*)$/s.exec(field) ?? []
  const width = Number(stride) * 2
  const rows: string[] = []
  let row = ''
  let times = 0
  for (const char of data) {
    if (char >= 'G' && char <= 'Y') times += char.charCodeAt(0) - 70
    else if (char >= 'g' && char <= 'z') times += (char.charCodeAt(0) - 102) * 20
    else {
      if (char === ':') rows.push(rows.at(-1) ?? '')
      else if (char === ',') rows.push(row.padEnd(width, '0'))
      else row += char.repeat(times || 1)
      times = 0
      if (char === ',') row = ''
      if (row.length === width) {
        rows.push(row)
        row = ''
      }
    }
  }
  return rows
}

const rowsOf = ({ bits, stride, height }: Bitmap): string[] =>
  Array.from({ length: height }, (_, y) =>
    Buffer.from(bits.subarray(y * stride, (y + 1) * stride))
      .toString('hex')
      .toUpperCase(),
  )

const commands = (zpl: string): string[] => zpl.match(/[\^~][A-Z@][A-Z0-9@]?/g) ?? []
const allowed = new Set([
  '^XA',
  '^CI',
  '^PW',
  '^LL',
  '^LH',
  '^FO',
  '^FT',
  '^FD',
  '^FS',
  '^FH',
  '^FB',
  '^FR',
  '^GB',
  '^GF',
  '^A0',
  '^BY',
  '^BC',
  '^B2',
  '^PQ',
  '^XZ',
])

describe('ZPL', () => {
  it('prints each label once, at its size', () => {
    const zpl = renderZpl(allKinds, 203)
    expect(zpl.match(/\^XA/g)).toHaveLength(allKinds.length)
    expect(zpl.match(/\^XZ/g)).toHaveLength(allKinds.length)
    expect(zpl).toContain('^PW800\n^LL1200')
    expect(renderZpl([latin], 300)).toContain('^PW1181\n^LL1772')
    expect(renderZpl([latin], 203, 'A6')).toContain('^PW840\n^LL1184')
  })

  it('carries the number in the bars', () => {
    expect(renderZpl([chinese])).toMatch(
      /\^BY4,2\.0,208\^BCN,208,N,N,N\^FD>;>800340434292135100124\^FS/,
    )
    expect(renderZpl([latin])).toMatch(/\^BCN,208,N,N,N\^FD>:RB1>523456785>6GB\^FS/)
    expect(renderZpl([american])).toMatch(/\^FD>;9400111206206406260787\^FS/)
    expect(renderZpl([polish])).toMatch(/\^B2N,208,N,N,N\^FD218025809066\^FS/)
    expect(renderZpl([german], 300)).toMatch(/\^BY4,2\.0,\d+\^BCN/)
  })

  it('lets nothing a customer typed become a command', () => {
    const nasty = ['^XZ^XA^FDhacked^FS', '~JR', '^FS^DFR:X^FS', 'a_5Eb\\^~', '张^XA三~HI']
    for (const text of nasty) {
      const zpl = renderZpl([
        {
          ...latin,
          serviceName: text,
          sender: [text],
          remark: text,
          reference: text,
          phone: text,
          sortCode: text,
          depotCode: text,
          printedAt: text,
          consignee: {
            ...latin.consignee,
            name: text,
            company: text,
            lines: [text],
            postalCode: text,
            city: text,
            country: text,
          },
        },
      ])
      expect(zpl.match(/\^XA/g)).toHaveLength(1)
      expect(zpl).not.toContain('~')
      expect(commands(zpl).filter((command) => !allowed.has(command))).toEqual([])
    }
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (text) => {
        expect(fieldData(text)).toMatch(/^(?:[0-9A-Za-z ]|_[0-9A-F]{2})*$/)
        const back = Buffer.from(
          fieldData(text).replace(
            /_(..)|(.)/g,
            (_, hex: string | undefined, plain: string) =>
              hex ?? plain.charCodeAt(0).toString(16).padStart(2, '0'),
          ),
          'hex',
        )
        expect(back.toString('utf8')).toBe(text.toWellFormed())
      }),
    )
  })

  it('sends Chinese as dots that unpack to the same picture', () => {
    const zpl = renderZpl([chinese])
    expect(zpl).not.toMatch(/[^\x00-\x7f]/)
    const drawn = rasterText('上海市', true, 40)
    expect(drawn.width).toBe(120)
    const rows = rowsOf(drawn)
    expect(rows.some((row) => /[1-9A-F]/.test(row))).toBe(true)
    expect(unpacked(graphicField(drawn))).toEqual(rows)
  })

  it('packs any picture without loss', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 3400 }),
        fc.array(fc.tuple(fc.nat(3400), fc.nat(3400)), { maxLength: 8 }),
        (width, runs) => {
          const drawn = bitmap(width, runs.length + 1)
          runs.forEach(([from, to], y) => setDots(drawn, from, to, y))
          expect(unpacked(graphicField(drawn))).toEqual(rowsOf(drawn))
        },
      ),
    )
  })
})

test('dots are put and taken as if one by one, at any place', () => {
  const side = fc.integer({ min: 1, max: 40 })
  const place = fc.integer({ min: -50, max: 50 })
  const drawnOf = (width: number, height: number, dots: readonly boolean[]) => {
    const drawn = bitmap(width, height)
    dots.slice(0, width * height).forEach((dark, at) => {
      const x = at % width
      if (dark) setDots(drawn, x, x + 1, Math.floor(at / width))
    })
    return drawn
  }
  fc.assert(
    fc.property(
      fc.tuple(side, side, fc.array(fc.boolean(), { maxLength: 1600 })),
      fc.tuple(side, side, fc.array(fc.boolean(), { maxLength: 1600 })),
      fc.tuple(place, place, place, fc.boolean()),
      ([w, h, below], [width, height, above], [left, top, to, white]) => {
        const [page, drawn] = [drawnOf(w, h, below), drawnOf(width, height, above)]
        const [stamped, lined] = [drawnOf(w, h, below), drawnOf(w, h, below)]
        stamp(stamped, drawn, left, top, white)
        setDots(lined, left, to, top, white)
        for (let y = 0; y < h; y++)
          for (let x = 0; x < w; x++) {
            const [dx, dy] = [x - left, y - top]
            const inside = dx >= 0 && dy >= 0 && dx < width && dy < height
            const put = inside && isSet(drawn, dx, dy)
            expect(isSet(stamped, x, y)).toBe(put ? !white : isSet(page, x, y))
            const inLine = y === top && x >= left && x < to
            expect(isSet(lined, x, y)).toBe(inLine ? !white : isSet(page, x, y))
          }
        // Rows end in dots of no column: they stay white.
        expect(stamped.bits).toEqual(drawnOf(w, h, dotsIn(stamped)).bits)
      },
    ),
    { numRuns: 60 },
  )
})
const dotsIn = (page: Bitmap): boolean[] =>
  Array.from({ length: page.width * page.height }, (_, at) =>
    isSet(page, at % page.width, Math.floor(at / page.width)),
  )
