import { describe, expect, it, test } from 'vitest'
import {
  labelDocument,
  type LabelDocument,
  type LabelDocumentInput,
} from '#contracts/commercial/labels/document.ts'
import { routedLabel } from '#seeds/world/orders/labels.ts'
import { checkDocument, worded } from './check-document.ts'

type Input = LabelDocumentInput['elements'][number]
const documentOf = (elements: Input[], more: Partial<LabelDocumentInput> = {}): LabelDocument =>
  labelDocument.parse({ page: { width: 100, height: 150 }, elements, ...more })
const picture = { id: '7', width: 4, height: 2, grey: new Uint8Array([0, 255, 0, 255, 0, 0, 0, 0]) }
const pictures = new Map([['7', picture]])
const boxed = { x: 5, y: 5, w: 40, h: 6, size: 10, minSize: 8 }

test('a label has twenty barcodes at most, and fifty checks wait at most', async () => {
  const bars = (count: number) =>
    Array.from({ length: count }, (_, at): Input => ({
      type: 'barcode',
      id: `b${at}`,
      x: 0,
      y: 0,
      w: 100,
      h: 20,
      symbology: 'code128',
      data: `A${at}`,
    }))
  const page = { width: 100, height: 150 }
  expect(labelDocument.safeParse({ page, elements: bars(20) }).success).toBe(true)
  expect(labelDocument.safeParse({ page, elements: bars(21) }).error?.issues).toMatchObject([
    { path: ['elements'], message: 'field.tooMany' },
  ])
  const all = await Promise.allSettled(
    Array.from({ length: 60 }, () => checkDocument(documentOf([]), pictures, { readBack: false })),
  )
  expect(all.filter(({ status }) => status === 'rejected')).toHaveLength(10)
})

describe('a check', () => {
  const number: Input[] = [
    {
      type: 'barcode',
      id: 'bars',
      x: 0,
      y: 100,
      w: 100,
      h: 20,
      symbology: 'scheme',
      data: '{number}',
    },
    {
      type: 'field',
      id: 'number',
      field: 'number',
      x: 10,
      y: 122,
      w: 80,
      h: 8,
      size: 12,
      minSize: 8,
    },
    { type: 'address', id: 'to', of: 'consignee', x: 5, y: 30, w: 90, h: 60, size: 11, minSize: 6 },
    {
      type: 'field',
      id: 'sort',
      field: 'sortCode',
      x: 5,
      y: 10,
      w: 60,
      h: 12,
      size: 24,
      minSize: 9,
    },
  ]
  const codes = async (elements: Input[], more: Partial<LabelDocumentInput> = {}) =>
    (await checkDocument(documentOf(elements, more), pictures, { readBack: true })).map(
      ({ code, elementId }) => `${code} ${elementId}`,
    )

  it('finds nothing on a sound template', async () => expect(await codes(number)).toEqual([]))

  it.each([
    ['noNumberBarcode null', number.slice(1)],
    ['noNumberText null', number.filter(({ id }) => id !== 'number')],
    ['noConsignee null', number.filter(({ id }) => id !== 'to')],
    ['noSortCode null', number.filter(({ id }) => id !== 'sort')],
  ])('misses %s', async (finding, elements) => expect(await codes(elements)).toContain(finding))

  const extra: [string, Input][] = [
    ['outside x', { type: 'line', id: 'x', x: 90, y: 20, w: 20, h: 0.5 }],
    ['margin x', { type: 'line', id: 'x', x: 1, y: 140, w: 20, h: 0.5 }],
    ['quietZone x', { type: 'line', id: 'x', x: 6, y: 110, w: 3, h: 0.5 }],
    ['overlap x', { type: 'text', id: 'x', ...boxed, x: 6, y: 14, text: 'over the code' }],
    ['textTooLong x', { type: 'text', id: 'x', ...boxed, y: 140, w: 10, text: 'far too long' }],
    ['textMayNotFit x', { type: 'field', id: 'x', ...boxed, y: 140, field: 'consigneeName' }],
    ['characters x', { type: 'text', id: 'x', ...boxed, y: 140, text: 'ไทย' }],
    ['pictureMissing x', { type: 'picture', id: 'x', ...boxed, y: 140, pictureId: '8' } as Input],
    [
      'barData x',
      { type: 'barcode', id: 'x', x: 50, y: 22, w: 45, h: 8, symbology: 'itf', data: 'AB' },
    ],
    [
      'barTooWide x',
      {
        type: 'barcode',
        id: 'x',
        x: 70,
        y: 22,
        w: 20,
        h: 8,
        symbology: 'code128',
        data: '{number}',
      },
    ],
    [
      'barLow x',
      { type: 'barcode', id: 'x', x: 40, y: 22, w: 55, h: 8, symbology: 'itf', data: '12' },
    ],
    [
      'barOffDots x',
      {
        type: 'barcode',
        id: 'x',
        x: 40,
        y: 22,
        w: 55,
        h: 8,
        symbology: 'itf',
        data: '12',
        module: 0.44,
      },
    ],
    [
      'neverDrawn x',
      {
        type: 'text',
        id: 'x',
        ...boxed,
        y: 140,
        text: 'x',
        when: [
          { field: 'gate', op: 'present' },
          { field: 'gate', op: 'absent' },
        ],
      },
    ],
  ]
  it.each(extra)('finds %s', async (finding, element) =>
    expect(await codes([...number, element])).toContain(finding),
  )

  it('finds bars that ink makes unreadable', async () => {
    const ink: Input = {
      type: 'box',
      id: 'ink',
      x: 30,
      y: 99,
      w: 30,
      h: 22,
      fill: 'black',
      frame: 0,
    }
    expect(await codes([...number, ink])).toEqual(
      expect.arrayContaining(['quietZone ink', 'barUnread bars']),
    )
  })

  it('takes elements of which one hides the other by its conditions as one', async () => {
    const [one, other] = (['present', 'absent'] as const).map((op): Input => ({
      type: 'text',
      id: op,
      ...boxed,
      y: 140,
      text: op,
      when: [{ field: 'gate', op }],
    }))
    expect(await codes([...number, one!, other!])).toEqual([])
  })
})

test('the demo’s own template passes its check', async () => {
  const found = await checkDocument(routedLabel(), new Map(), { readBack: true })
  expect(worded('en_US', found).filter(({ severity }) => severity === 'error')).toEqual([])
})
