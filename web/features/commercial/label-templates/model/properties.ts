import {
  DATE_FORMATS,
  labelElement,
  ROTATIONS,
  SYMBOLOGIES,
  type LabelElement,
} from '#contracts/commercial/labels/document.ts'
import { LABEL_FIELDS } from '#contracts/commercial/labels/fields.ts'
import type { Unit } from './lengths.ts'

/** One value of an element in the panel, and how it is entered. */
export interface Property {
  key: string
  group: 'place' | 'content' | 'type' | 'look' | 'when'
  input: 'number' | 'check' | 'text' | 'area' | 'choice' | 'field' | 'data' | 'picture' | 'when'
  unit?: Unit
  step?: number
  /** Texts are `choice.<key>.<value>`. */
  choices?: readonly (string | number)[]
  max?: number
  /** Left out where it has no effect. */
  shown?: (element: LabelElement) => boolean
}

const number = (
  key: string,
  group: Property['group'],
  unit: Unit = 'mm',
  step = 0.1,
): Property => ({ key, group, input: 'number', unit, step })
const choice = (
  key: string,
  group: Property['group'],
  choices: readonly (string | number)[],
): Property => ({ key, group, input: 'choice', choices })

const NAME: Property = { key: 'name', group: 'place', input: 'text', max: 60 }
const PLACE = ['x', 'y', 'w', 'h'].map((key) => number(key, 'place'))
const ROTATION = choice('rotation', 'place', ROTATIONS)
const SIZES = [number('size', 'type', 'pt', 0.5), number('minSize', 'type', 'pt', 0.5)]
const OVERFLOW = choice('overflow', 'type', ['refuse', 'cut'])
const TYPE: readonly Property[] = [
  ...SIZES,
  number('lines', 'type', 'none', 1),
  choice('align', 'type', ['left', 'center', 'right']),
  choice('valign', 'type', ['top', 'middle', 'bottom']),
  OVERFLOW,
  { key: 'bold', group: 'type', input: 'check' },
  { key: 'white', group: 'type', input: 'check' },
]
const WHEN: Property = { key: 'when', group: 'when', input: 'when' }
const isDate = (element: LabelElement): boolean =>
  element.type === 'field' && LABEL_FIELDS[element.field].kind === 'date'

const OF: Readonly<Record<LabelElement['type'], readonly Property[]>> = {
  text: [{ key: 'text', group: 'content', input: 'area', max: 500 }, ...TYPE],
  field: [
    { key: 'field', group: 'content', input: 'field' },
    { ...choice('date', 'content', DATE_FORMATS), shown: isDate },
    { key: 'prefix', group: 'content', input: 'text', max: 60 },
    { key: 'suffix', group: 'content', input: 'text', max: 60 },
    { key: 'fallback', group: 'content', input: 'text', max: 100 },
    { key: 'upper', group: 'content', input: 'check' },
    ...TYPE,
  ],
  address: [
    choice('of', 'content', ['consignee', 'sender']),
    choice('emphasis', 'content', ['none', 'first', 'parts']),
    { key: 'country', group: 'content', input: 'check' },
    { key: 'phone', group: 'content', input: 'check' },
    ...SIZES,
    OVERFLOW,
  ],
  barcode: [
    choice('symbology', 'content', SYMBOLOGIES),
    { key: 'data', group: 'content', input: 'data', max: 300 },
    number('module', 'look', 'mm', 0.005),
  ],
  picture: [
    { key: 'pictureId', group: 'content', input: 'picture' },
    choice('fit', 'look', ['contain', 'fill']),
    number('threshold', 'look', 'none', 1),
  ],
  line: [],
  box: [number('frame', 'look'), choice('fill', 'look', ['none', 'black', 'white'])],
}
const TURNING = new Set<LabelElement['type']>(['text', 'field', 'address', 'barcode', 'picture'])

function propertiesOf(element: LabelElement): Property[] {
  const { type } = element
  return [
    ...OF[type].filter(({ shown }) => shown?.(element) ?? true),
    NAME,
    ...PLACE,
    ...(TURNING.has(type) ? [ROTATION] : []),
    WHEN,
  ]
}

/** What all chosen elements have; several cannot have one place or one name. */
export function commonProperties(elements: readonly LabelElement[]): Property[] {
  const [first, ...others] = elements
  if (!first) return []
  const own = propertiesOf(first)
  if (others.length === 0) return own
  return own.filter(
    ({ key, input }) =>
      key !== 'name' &&
      input !== 'when' &&
      others.every((other) =>
        propertiesOf(other).some((one) => one.key === key && one.input === input),
      ) &&
      // `fill` of a box is a colour, `of` a party: only one kind of element has each.
      (key !== 'fit' || others.every(({ type }) => type === first.type)),
  )
}

/** The value they share, undefined where they differ. */
export function commonValue(elements: readonly LabelElement[], key: string): unknown {
  const [first, ...others] = elements.map((element) => Reflect.get(element, key) as unknown)
  return others.every((value) => Object.is(value, first)) ? first : undefined
}

/** Why the contract refuses a value; null where it takes it. */
export function refusalOf(
  elements: readonly LabelElement[],
  key: string,
  value: unknown,
): string | null {
  for (const element of elements) {
    const read = labelElement.safeParse({ ...element, [key]: value })
    const issue = read.error?.issues.find(({ path }) => path[0] === key)
    if (issue) return issue.message
  }
  return null
}
