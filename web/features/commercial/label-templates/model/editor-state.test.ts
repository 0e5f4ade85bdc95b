import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { labelDocument, type LabelDocument } from '#contracts/commercial/labels/document.ts'
import { EDGES } from './boxes.ts'
import { applyChange, type Change } from './changes.ts'
import { editorReducer, startState, type EditorAction, type EditorState } from './editor-state.ts'
import { clipboardText, copiesOf, elementsOf, newElement, type ElementType } from './new-element.ts'

const EMPTY = labelDocument.parse({ page: { width: 100, height: 150 }, elements: [] })
const TYPES: ElementType[] = ['field', 'text', 'address', 'barcode', 'picture', 'line', 'box']
const make = (document: LabelDocument, type: ElementType, at?: { x: number; y: number }) =>
  newElement(type, document, { at, text: 'Fragile', pictureId: '7' })

const far = fc.double({ min: -600, max: 600, noNaN: true })
const near = fc.double({ min: -600, max: 600, noNaN: true })
/** A step of a user: what it is about is chosen from the elements there are by then. */
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ make: fc.constantFrom(...TYPES), x: far, y: far }) },
  fc.record({ move: fc.nat(9), dx: far, dy: far }),
  fc.record({ grow: fc.nat(9), dw: near, dh: near }),
  fc.record({ place: fc.nat(9), x: far, y: far, w: far, h: far }),
  fc.record({ drop: fc.nat(9) }),
  fc.record({ align: fc.constantFrom(...EDGES) }),
  fc.record({ distribute: fc.boolean() }),
  fc.record({ layer: fc.constantFrom('front', 'back', 'forward', 'backward'), of: fc.nat(9) }),
  fc.record({
    set: fc.constantFrom('size', 'minSize', 'x', 'w', 'lines', 'bold', 'module', 'field', 'data'),
    of: fc.nat(9),
    value: fc.oneof(far, fc.boolean(), fc.constantFrom('orderNo', '{number}', '{nothing}', '')),
  }),
  fc.record({ copy: fc.nat(9) }),
  fc.record({ select: fc.array(fc.nat(9), { maxLength: 4 }) }),
  fc.record({ undo: fc.integer({ min: 1, max: 3 }) }),
  fc.record({ redo: fc.constant(1) }),
)
type Step = Record<string, number | string | boolean | number[]>

function actionsOf(raw: Step, { document }: EditorState): EditorAction[] {
  const { elements } = document
  const idAt = (no: unknown) => elements[Number(no) % Math.max(1, elements.length)]?.id ?? 'none'
  const all = elements.map(({ id }) => id)
  const change = (one: Change, merge?: string): EditorAction[] => [
    { type: 'change', change: one, ...(merge ? { merge } : {}) },
  ]
  const [x, y] = [Number(raw.x), Number(raw.y)]
  if ('make' in raw)
    return change({ do: 'add', elements: [make(document, raw.make as ElementType, { x, y })] })
  if ('move' in raw)
    return change(
      { do: 'move', ids: [idAt(raw.move), 'e1'], dx: Number(raw.dx), dy: Number(raw.dy) },
      'drag',
    )
  if ('grow' in raw)
    return change({ do: 'grow', ids: [idAt(raw.grow)], dw: Number(raw.dw), dh: Number(raw.dh) })
  if ('place' in raw)
    return change({
      do: 'place',
      boxes: { [idAt(raw.place)]: { x, y, w: Number(raw.w), h: Number(raw.h) } },
    })
  if ('drop' in raw) return change({ do: 'remove', ids: [idAt(raw.drop)] })
  if ('align' in raw) return change({ do: 'align', ids: all, edge: raw.align as 'left' })
  if ('distribute' in raw)
    return change({ do: 'distribute', ids: all, across: raw.distribute === true })
  if ('layer' in raw) return change({ do: 'layer', ids: [idAt(raw.of)], to: raw.layer as 'front' })
  if ('set' in raw)
    return change({ do: 'set', ids: [idAt(raw.of)], values: { [String(raw.set)]: raw.value } })
  if ('copy' in raw) {
    const from = elements.filter(({ id }) => id === idAt(raw.copy))
    return change({ do: 'add', elements: copiesOf(from, document) })
  }
  if ('select' in raw) return [{ type: 'select', ids: (raw.select as number[]).map(idAt) }]
  if ('undo' in raw) return Array.from({ length: Number(raw.undo) }, () => ({ type: 'undo' }))
  return [{ type: 'redo' }]
}

const run = (steps: readonly Step[], from = startState(EMPTY)): EditorState =>
  steps.reduce(
    (state, raw) =>
      actionsOf(raw, state).reduce((now, action) => editorReducer(now, action), state),
    from,
  )
const times = (state: EditorState, type: 'undo' | 'redo', count: number): EditorState =>
  Array.from({ length: count }).reduce<EditorState>((now) => editorReducer(now, { type }), state)

describe('any sequence of changes', () => {
  test('is undone to the document it began with, and done again to the same one', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const done = run(steps as Step[])
        const undone = times(done, 'undo', done.past.length)
        expect(undone.document).toBe(EMPTY)
        expect(undone.past).toHaveLength(0)
        const again = times(undone, 'redo', undone.future.length)
        const forward = times(done, 'redo', done.future.length)
        expect(again.document).toEqual(forward.document)
      }),
      { numRuns: 150 },
    )
  })

  test('leaves a document that can be stored, every element on the label and chosen ones there', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const { document, selection } = run(steps as Step[])
        const read = labelDocument.safeParse(document)
        expect(read.error).toBeUndefined()
        expect(read.data).toEqual(document)
        for (const { x, y, w, h } of document.elements) {
          expect(x + w).toBeLessThanOrEqual(document.page.width + 1e-6)
          expect(y + h).toBeLessThanOrEqual(document.page.height + 1e-6)
        }
        for (const id of selection) expect(document.elements.map((one) => one.id)).toContain(id)
      }),
      { numRuns: 150 },
    )
  })
})

const three = ['e1', 'e2', 'e3'].reduce(
  (document, _, at) =>
    applyChange(document, {
      do: 'add',
      elements: [make(document, 'box', { x: 30 + at * 10, y: 30 + at * 35 })],
    }),
  EMPTY,
)
const boxesOf = ({ elements }: LabelDocument) => elements.map(({ x, y, w, h }) => [x, y, w, h])

test('one drag is one step back, however many places it went through', () => {
  const from = startState(three)
  const move = (dx: number): EditorAction => ({
    type: 'change',
    change: { do: 'move', ids: ['e1'], dx, dy: 0 },
    merge: 'drag:1',
  })
  const dragged = [move(1), move(1), move(1)].reduce(editorReducer, from)
  expect(dragged.past).toHaveLength(1)
  expect(editorReducer(dragged, { type: 'undo' }).document).toBe(three)
  const apart = [move(1), { type: 'settle' } as const, move(1)].reduce(editorReducer, from)
  expect(apart.past).toHaveLength(2)
})

test('several are moved together and keep their distances at the edge of the label', () => {
  const next = applyChange(three, { do: 'move', ids: ['e1', 'e3'], dx: -500, dy: 0 })
  const [before, after] = [boxesOf(three), boxesOf(next)]
  expect(after[0]![0]).toBe(0)
  expect(after[2]![0]! - after[0]![0]!).toBeCloseTo(before[2]![0]! - before[0]![0]!)
  expect(after[1]).toEqual(before[1])
})

test('aligned to one edge; one alone to the label; the same distance between all', () => {
  const ids = ['e1', 'e2', 'e3']
  const right = applyChange(three, { do: 'align', ids, edge: 'right' })
  expect(new Set(right.elements.map(({ x, w }) => x + w)).size).toBe(1)
  const alone = applyChange(three, { do: 'align', ids: ['e2'], edge: 'center' })
  expect(alone.elements[1]!.x).toBe(30)
  const pulled = applyChange(three, { do: 'move', ids: ['e2'], dx: 0, dy: 9 })
  const [a, b, c] = applyChange(pulled, { do: 'distribute', ids, across: false }).elements
  expect(b!.y - a!.y).toBeCloseTo(c!.y - b!.y)
})

test('later elements lie over earlier ones: one step or to the end', () => {
  const idsOf = (to: 'front' | 'back' | 'forward' | 'backward', id: string) =>
    applyChange(three, { do: 'layer', ids: [id], to }).elements.map((one) => one.id)
  expect(idsOf('front', 'e1')).toEqual(['e2', 'e3', 'e1'])
  expect(idsOf('forward', 'e1')).toEqual(['e2', 'e1', 'e3'])
  expect(idsOf('backward', 'e3')).toEqual(['e1', 'e3', 'e2'])
  expect(idsOf('back', 'e3')).toEqual(['e3', 'e1', 'e2'])
})

test('what was copied is read in another template; any other text is not', () => {
  const [first] = three.elements
  expect(elementsOf(clipboardText([first!]))).toEqual([first])
  expect(elementsOf('{"a":1}')).toBeNull()
  expect(elementsOf(clipboardText([first!]).replace('"box"', '"film"'))).toBeNull()
  const pasted = copiesOf([first!], three)
  expect(pasted[0]).toMatchObject({ id: 'e4', x: first!.x + 2 })
})
