import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import {
  labelDocument,
  ROTATIONS,
  SYMBOLOGIES,
  type LabelDocument,
  type LabelDocumentInput,
  type LabelSymbology,
} from '#contracts/commercial/labels/document.ts'
import { FIELD_KEYS, LABEL_FIELDS } from '#contracts/commercial/labels/fields.ts'
import { checkDocument, hasErrors, worded } from '../check/check-document.ts'
import { zoneOf } from '../check/overlaps.ts'
import { readsBack } from '../check/read-bars.ts'
import { sceneOf } from '../check/scenes.ts'
import { builtInDocument } from './built-in.ts'
import { LabelError } from './label-error.ts'
import { builtInLayout, drawLabel, layoutOf } from './layout.ts'
import { labelSizes, type LabelSize } from './model.ts'
import { inkOf } from './ops.ts'
import { renderDots } from './render-dots.ts'
import { renderPdf } from './render-pdf.ts'
import { renderZpl } from './render-zpl.ts'
import { sampleLabel } from './samples.ts'
import { valuesOf } from './values.ts'
import { open, textOf } from '#server/kit/pdf/read-pdf.fixture.ts'

type Input = LabelDocumentInput['elements'][number]
const page = { width: 100, height: 150 }
const documentOf = (elements: Input[], more: Partial<LabelDocumentInput> = {}): LabelDocument =>
  labelDocument.parse({ page, elements, ...more })
const picture = { id: '7', width: 4, height: 2, grey: new Uint8Array([0, 255, 0, 255, 0, 0, 0, 0]) }
const pictures = new Map([['7', picture]])
const RASTER = { dots: 8, between: false }

const DATA: Readonly<Record<LabelSymbology, string>> = {
  scheme: '{number}',
  code128: 'AB-{pieceNo}-9',
  'gs1-128': '(421){countryNumeric}{consigneePostalCode}(400)A1',
  ean13: '211234567890',
  itf: '1234567890',
  code39: 'AB-12',
  identcode: '218025809066',
  leitcode: '21348075016401',
  qr: '{trackingUrl}',
  datamatrix: 'DM {number}',
  'gs1-datamatrix': '(01)04012345123456(21)A12',
  pdf417: 'PDF {orderNo}',
  aztec: 'AZ {number}',
  maxicode:
    '[)><RS>01<GS>96{consigneePostalCode}<GS>{countryNumeric}<GS>001<GS>1Z00004951<GS>UPSN<RS><EOT>',
}
const EXPECTED: Partial<Record<LabelSymbology, string>> = {
  scheme: '00340434490100009377',
  code128: 'AB-1-9',
  'gs1-128': '(421)27660311(400)A1',
  qr: LABEL_FIELDS.trackingUrl.sample,
  datamatrix: 'DM 00340434490100009377',
  pdf417: 'PDF B2C2611230000417',
  aztec: 'AZ 00340434490100009377',
  maxicode: '[)>\u001e01\u001d9660311\u001d276\u001d001\u001d1Z00004951\u001dUPSN\u001e\u0004',
}

describe('every symbology', () => {
  const turned = (['code39', 'datamatrix', 'gs1-128'] as const).flatMap((one) =>
    ([90, 180, 270] as const).map((turn) => [one, turn] as const),
  )
  test.each([...SYMBOLOGIES.map((one) => [one, 0] as const), ...turned])(
    '%s turned by %i is read back from the dots',
    async (symbology, rotation) => {
      const document = documentOf([
        {
          type: 'barcode',
          id: 'a',
          x: 3,
          y: 5,
          w: 94,
          h: 94,
          rotation,
          symbology,
          data: DATA[symbology],
        },
      ])
      const scene = sceneOf(document, sampleLabel('usual'), pictures, RASTER)
      expect(scene.drawn[0]?.error).toBeNull()
      const dots = renderDots(
        scene.drawn.flatMap(({ ops }) => ops),
        page,
        8,
      )
      const data = EXPECTED[symbology] ?? DATA[symbology]
      expect(await readsBack(dots, zoneOf(scene.drawn[0]!)!, 8, symbology, data)).toBe(true)
      expect(await readsBack(dots, zoneOf(scene.drawn[0]!)!, 8, symbology, `${data}1`)).toBe(false)
    },
  )
})

describe('the built-in layouts', () => {
  test.each(Object.keys(labelSizes) as LabelSize[])('%s passes its own check', async (size) => {
    const document = labelDocument.parse(builtInDocument(size))
    const found = await checkDocument(document, new Map(), { readBack: true })
    expect(worded('en_US', found).filter(({ severity }) => severity === 'error')).toEqual([])
    expect(hasErrors(found)).toBe(false)
    const labels = [sampleLabel('usual'), sampleLabel('longest')]
    const doc = await open(await renderPdf(labels, size))
    expect(doc.numPages).toBe(size === 'A4x4' ? 1 : 2)
    expect(await textOf(doc, 1)).toContain('Anna Müller')
    expect(renderZpl(labels, 203, size)).toContain('^FD>;>800340434490100009377^FS')
  })
})

const mm = (most: number) => fc.integer({ min: 0, max: most * 10 }).map((tenths) => tenths / 10)
const size = fc.integer({ min: 6, max: 60 }).map((halves) => halves / 2)
const placed = fc
  .record({
    x: mm(90),
    y: mm(140),
    w: fc.integer({ min: 1, max: 800 }).map((tenths) => tenths / 10),
    h: fc.integer({ min: 1, max: 800 }).map((tenths) => tenths / 10),
    rotation: fc.constantFrom(...ROTATIONS),
  })
  .map(({ x, y, w, h, rotation }) => ({
    x,
    y,
    w: Math.max(0.1, Math.round(Math.min(w, 100 - x) * 10) / 10),
    h: Math.max(0.1, Math.round(Math.min(h, 150 - y) * 10) / 10),
    rotation,
  }))
const typed = fc.record({
  bold: fc.boolean(),
  size,
  minSize: fc.constant(3),
  lines: fc.integer({ min: 1, max: 5 }),
  align: fc.constantFrom('left' as const, 'center' as const, 'right' as const),
  valign: fc.constantFrom('top' as const, 'middle' as const, 'bottom' as const),
  white: fc.boolean(),
  overflow: fc.constant('cut' as const),
})
const when = fc.array(
  fc.record({
    field: fc.constantFrom(...FIELD_KEYS),
    op: fc.constantFrom('present' as const, 'absent' as const, 'oneOf' as const),
    values: fc.array(fc.string({ maxLength: 5 }), { maxLength: 2 }),
  }),
  { maxLength: 2 },
)
const anyElement: fc.Arbitrary<object> = fc
  .tuple(placed, typed, when, fc.string({ unit: 'grapheme', minLength: 1, maxLength: 80 }))
  .chain(([place, type, conditions, text]) => {
    const base = { ...place, when: conditions }
    return fc.oneof(
      fc.constant({ type: 'text', ...base, ...type, text }),
      fc
        .constantFrom(...FIELD_KEYS)
        .map((field) => ({ type: 'field', ...base, ...type, field, prefix: text.slice(0, 20) })),
      fc.record({ of: fc.constantFrom('consignee', 'sender') }).map(({ of }) => ({
        type: 'address',
        ...base,
        size: type.size,
        minSize: 3,
        of,
        phone: true,
        overflow: 'cut',
      })),
      fc
        .constantFrom(...SYMBOLOGIES)
        .map((symbology) => ({ type: 'barcode', ...base, symbology, data: DATA[symbology] })),
      fc.constant({ type: 'picture', ...base, pictureId: '7' }),
      fc.constant({ type: 'line', ...base }),
      fc.constantFrom('none', 'black', 'white').map((fill) => ({ type: 'box', ...base, fill })),
    )
  })

const TINY = { when: [], size: 3, minSize: 3, lines: 2, overflow: 'cut', prefix: ' ' }

describe('any template', () => {
  it('is drawn inside its elements by every writer, or refused for one of them', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyElement, { maxLength: 6 }),
        fc.constantFrom('usual' as const, 'longest' as const),
        async (drawn, kind) => {
          const elements = drawn.map((one, at) => ({ ...one, id: `e${at}` }))
          const document = labelDocument.parse({ page, elements })
          const model = sampleLabel(kind)
          const scene = sceneOf(document, model, pictures, RASTER)
          for (const { element, ops } of scene.drawn) {
            for (const op of ops) {
              const ink = inkOf(op)
              expect(ink.x).toBeGreaterThan(element.x - 0.15)
              expect(ink.y).toBeGreaterThan(element.y - 0.15)
              expect(ink.x + ink.w).toBeLessThan(element.x + element.w + 0.15)
              expect(ink.y + ink.h).toBeLessThan(element.y + element.h + 0.15)
            }
          }
          const layout = layoutOf('any', document, pictures)
          const isBroken = scene.drawn.some(({ error }) => error !== null)
          const pdf = await renderPdf([model], layout).catch((error: unknown) => error)
          if (pdf instanceof LabelError) expect(isBroken).toBe(true)
          else expect((pdf as Buffer).subarray(-6).toString()).toBe('%%EOF\n')
          if (isBroken) expect(() => renderZpl([model], 203, layout)).toThrow(LabelError)
          else {
            const zpl = renderZpl([model], 203, layout)
            expect(zpl.match(/\^XA/g)).toHaveLength(1)
            expect(zpl).toMatch(/\^XZ\n$/)
          }
        },
      ),
      {
        numRuns: 60,
        examples: [
          // A line of one sign, wider than its element.
          [[{ type: 'field', x: 0, y: 0, w: 0.1, h: 2.6, ...TINY, field: 'number' }], 'usual'],
        ],
      },
    )
  })
})

const boxed = { x: 5, y: 5, w: 40, h: 6, size: 10, minSize: 8 }
const textsFor = (elements: Input[], kind: 'usual' | 'longest' = 'usual') =>
  drawLabel(layoutOf('t', documentOf(elements), pictures), sampleLabel(kind)).flatMap((op) =>
    op.kind === 'text' ? [op.line.text] : [],
  )

describe('an element', () => {
  it('formats its field', () => {
    const field = (more: object): Input =>
      ({ type: 'field', id: 'a', field: 'printedOn', ...boxed, ...more }) as Input
    expect(textsFor([field({ date: 'dmy' })])).toEqual(['23.11.2026'])
    expect(textsFor([field({ date: 'zh', prefix: '日期 ' })])).toEqual(['日期 2026年11月23日'])
    expect(textsFor([field({ field: 'serviceCode', suffix: '!', upper: true })])).toEqual([
      'ECO-PARCEL!',
    ])
    expect(textsFor([field({ field: 'reprint', prefix: '# ', fallback: 'none' })])).toEqual([
      'none',
    ])
  })

  it('appears where its conditions hold', () => {
    const text = (op: string, values: string[] = []): Input =>
      ({
        type: 'text',
        id: 'a',
        ...boxed,
        text: 'x',
        when: [{ field: 'countryCode', op, values }],
      }) as Input
    expect(textsFor([text('oneOf', ['DE', 'NL'])])).toEqual(['x'])
    expect(textsFor([text('notOneOf', ['DE'])])).toEqual([])
    expect(textsFor([text('present')])).toEqual(['x'])
    expect(textsFor([text('absent')])).toEqual([])
  })

  it('refuses a text that does not fit, or cuts it where that is allowed, and reports it', () => {
    const long = (overflow: 'refuse' | 'cut'): Input => ({
      type: 'field',
      id: 'company',
      field: 'consigneeCompany',
      ...boxed,
      w: 20,
      overflow,
    })
    expect(() => textsFor([long('refuse')])).toThrow(LabelError)
    const cut: string[] = []
    const ops = drawLabel(
      layoutOf('t', documentOf([long('cut')]), pictures),
      sampleLabel('usual'),
      undefined,
      ({ id }) => cut.push(id),
    )
    expect(cut).toEqual(['company'])
    expect(ops[0]).toMatchObject({ line: { text: expect.stringMatching(/…$/) as unknown } })
  })

  it('lies over those before it, and a black box hides them in print', () => {
    const ops = [...builtInLayout('100x150').frame]
    expect(ops.length).toBeGreaterThan(10)
    const text: Input = { type: 'field', id: 'a', field: 'serviceCode', ...boxed }
    const cover: Input = { type: 'box', id: 'b', x: 0, y: 0, w: 60, h: 20, fill: 'white' }
    const { frame, drawers } = layoutOf('t', documentOf([text, cover]), pictures)
    expect(frame).toEqual([])
    expect(drawers).toHaveLength(2)
  })
})

test('values of a label without a number leave its other fields alone', () => {
  const values = valuesOf({ ...sampleLabel('usual'), number: '' })
  expect(values.text('numberGrouped')).toBe('')
  expect(() => values.bars()).toThrow(LabelError)
})
