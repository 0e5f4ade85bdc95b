import { stateCode } from './state-codes.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { unprintable } from '#server/kit/pdf/fonts.ts'
import { MARGIN, builtInLayout, drawLabel } from './layout.ts'
import type { LabelOp } from './ops.ts'
import { allKinds, chinese, german, latin } from './labels.fixture.ts'
import { kilograms, labelSizes, orderedLines, printable } from './model.ts'
import type { LabelModel, LabelSize } from './model.ts'

const layoutFrame = (size: LabelSize) => builtInLayout(size).frame
const layoutLabel = (model: LabelModel, size: LabelSize) => drawLabel(builtInLayout(size), model)

interface Box {
  left: number
  right: number
  top: number
  bottom: number
  what: string
}

/**
 * Room a line really inks: Noto's capitals reach 0.8 em up (accents included), descenders 0.25 em
 * down.
 */
const textBoxes = (ops: readonly LabelOp[]): Box[] =>
  ops.flatMap((op) =>
    op.kind === 'text'
      ? [
          {
            left: op.x,
            right: op.x + op.line.width,
            top: op.y - op.line.size * 0.75,
            bottom: op.y + op.line.size * 0.2,
            what: op.line.text,
          },
        ]
      : [],
  )

const otherBoxes = (ops: readonly LabelOp[]): Box[] =>
  ops.flatMap((op): Box[] => {
    if (op.kind === 'rect')
      return [{ left: op.x, right: op.x + op.w, top: op.y, bottom: op.y + op.h, what: 'rect' }]
    if (op.kind === 'modules') {
      const side = op.unit * op.rows.length
      return [{ left: op.x, right: op.x + side, top: op.y, bottom: op.y + side, what: 'qr' }]
    }
    if (op.kind === 'bars')
      return [
        {
          left: op.x,
          right: op.x + op.barcode.modules * op.module,
          top: op.y,
          bottom: op.y + op.h,
          what: 'bars',
        },
      ]
    return []
  })

const crosses = (a: Box, b: Box): boolean =>
  a.left < b.right - 0.01 &&
  b.left < a.right - 0.01 &&
  a.top < b.bottom - 0.01 &&
  b.top < a.bottom - 0.01

function collisions(model: LabelModel, size: LabelSize): string[] {
  const [own, frame] = [layoutLabel(model, size), layoutFrame(size)]
  const texts = [...textBoxes(own), ...textBoxes(frame)]
  const solid = otherBoxes([...own, ...frame]).filter(
    (box) => box.what !== 'rect' || box.bottom - box.top < 1 || box.right - box.left < 1,
  )
  const found: string[] = []
  texts.forEach((text, i) => {
    for (const other of [...texts.slice(i + 1), ...solid])
      if (crosses(text, other)) found.push(`${text.what} × ${other.what}`)
  })
  return found
}

function outside(model: LabelModel, size: LabelSize): string[] {
  const page = labelSizes[size]
  const edge = MARGIN - 0.01
  return [
    ...textBoxes(layoutLabel(model, size)),
    ...otherBoxes(layoutLabel(model, size)),
    ...otherBoxes(layoutFrame(size)),
  ]
    .filter(
      (box) =>
        box.left < edge ||
        box.right > page.width - edge ||
        box.top < edge ||
        box.bottom > page.height - edge,
    )
    .map((box) => `${box.what} ${box.left}–${box.right} ${box.top}–${box.bottom}`)
}

describe('a state', () => {
  it.each([
    ['US', 'Virginia', 'VA'],
    ['US', 'new york', 'NY'],
    ['US', 'VA', 'VA'],
    ['CA', 'Québec', 'QC'],
    ['DE', 'Hessen', 'Hessen'],
  ])('%s %s is written %s', (country, state, code) => expect(stateCode(country, state)).toBe(code))
})

describe('the grid', () => {
  for (const size of ['100x150', 'A6'] as const) {
    it.each(allKinds.map((model) => [model.consignee.name, model] as const))(
      `${size} %s: nothing touches, nothing leaves the margin`,
      (_, model) => {
        expect(collisions(model, size)).toEqual([])
        expect(outside(model, size)).toEqual([])
      },
    )
  }

  it('holds for anything a person can type', () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 200 }),
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc.constant('W'.repeat(90)),
      fc.constant('龍'.repeat(90)),
    )
    fc.assert(
      fc.property(
        text,
        text,
        fc.array(text, { maxLength: 9 }),
        fc.boolean(),
        (a, b, lines, reprint) => {
          const model: LabelModel = {
            ...german,
            serviceName: a,
            sender: lines,
            reference: b,
            depotCode: a,
            sortCode: b,
            remark: a,
            phone: b,
            reprint,
            piece: 999,
            pieces: 999,
            weightG: 999_999_999,
            consignee: { name: a, company: b, lines, postalCode: a, city: b, country: 'DE' },
          }
          expect(outside(model, '100x150')).toEqual([])
          expect(collisions(model, '100x150')).toEqual([])
        },
      ),
      { numRuns: 150 },
    )
  })

  it('keeps bars at least 15 mm high, 0.33 mm a module, ten modules of quiet', () => {
    for (const model of allKinds) {
      const bars = layoutLabel(model, '100x150').find((op) => op.kind === 'bars')
      if (bars?.kind !== 'bars') throw new Error('no bars')
      expect(bars.h).toBeGreaterThanOrEqual(15)
      expect(bars.module).toBeGreaterThanOrEqual(0.33)
      expect(bars.x).toBeGreaterThanOrEqual(10 * bars.module - 0.07)
      expect((bars.x * 8) % 1).toBe(0)
    }
  })

  it('never drops the place, however long the address', () => {
    const texts = layoutLabel(
      {
        ...german,
        consignee: {
          ...german.consignee,
          lines: Array.from({ length: 12 }, (_, i) => `Line ${i} ${'x'.repeat(90)}`),
        },
      },
      'A6',
    ).flatMap((op) => (op.kind === 'text' ? [op.line.text] : []))
    expect(texts).toContain('01067 Dresden-Friedrichstadt-Löbtau')
    expect(texts).toContain('GERMANY')
  })
})

describe('the words', () => {
  it('cleans what would steer a reader or a printer', () => {
    expect(printable('Line\r\nbreak\u0000 \u202eevil\u200b')).toBe('Line break evil')
    expect(printable('\ud800x')).toBe('\ufffdx')
    expect([...printable('龍'.repeat(900))]).toHaveLength(200)
  })

  it('writes weights exactly and places in the order of the country', () => {
    expect(kilograms(377)).toBe('0.377 kg')
    expect(kilograms(31_500)).toBe('31.500 kg')
    const texts = (to: Parameters<typeof orderedLines>[0]) =>
      orderedLines({ ...to, lines: ['Street 1'] }).map(({ text }) => text)
    expect(
      texts({ ...latin.consignee, country: 'GB', city: 'London', postalCode: 'SW1A 1AA' }).slice(
        -2,
      ),
    ).toEqual(['London', 'SW1A 1AA'])
    expect(
      texts({ ...chinese.consignee, state: '广东省', city: '深圳市', postalCode: '518103' }),
    ).toContain('广东省深圳市')
    expect(
      texts({ ...latin.consignee, country: 'HU', city: 'Budapest', postalCode: '1054' }).slice(-3),
    ).toEqual(['Budapest', 'Street 1', '1054'])
  })

  it('reports which characters no label font has', () => {
    expect(unprintable('Łódź Győr 深圳 서울 Αθήνα Москва Đà Nẵng')).toEqual([])
    expect(unprintable('서울 กรุงเทพ')).toContain('ก')
  })
})

describe('what is set up is never cut by a built-in layout, however long it may be', () => {
  const setUp = {
    depotCode: ['FRANKFURT1', 'WAREHOUSE-FRANKFURT-MAIN-SOUTH-2'],
    serviceName: ['经济小包 Economy parcel', `${'优先专线'.repeat(25)} ${'Priority '.repeat(11)}`],
    remark: ['退件请寄回仓库', '退'.repeat(120)],
    sortCode: ['60-DE-04', 'WW-SORT-CENTRE-WEST-0042'],
    gate: ['12', 'GATE-WEST-42'],
  } satisfies Partial<Record<keyof LabelModel, [string, string]>>
  it.each(Object.keys(labelSizes) as LabelSize[])('%s', (size) => {
    const cut: string[] = []
    for (const at of [0, 1] as const)
      for (const reprint of [true, false]) {
        const own = Object.fromEntries(Object.entries(setUp).map(([key, of]) => [key, of[at]]))
        const model = { ...latin, ...own, reprint }
        drawLabel(builtInLayout(size), model, undefined, ({ id }) => cut.push(`${id} ${at}`))
      }
    expect(cut).toEqual([])
  })
})
