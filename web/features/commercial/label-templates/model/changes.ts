import {
  DOCUMENT_LIMITS,
  labelDocument,
  labelElement,
  type LabelDocument,
  type LabelElement,
} from '#contracts/commercial/labels/document.ts'
import { aligned, boxOf, distributed, moved, onPage, tenth, type Box, type Edge } from './boxes.ts'

export type Layer = 'forward' | 'backward' | 'front' | 'back'

/** What can be done to a document. None of them makes one that could not be stored. */
export type Change =
  | { do: 'add'; elements: readonly LabelElement[] }
  | { do: 'move'; ids: readonly string[]; dx: number; dy: number }
  | { do: 'grow'; ids: readonly string[]; dw: number; dh: number }
  | { do: 'place'; boxes: Readonly<Record<string, Box>> }
  | { do: 'set'; ids: readonly string[]; values: Readonly<Record<string, unknown>> }
  | { do: 'align'; ids: readonly string[]; edge: Edge }
  | { do: 'distribute'; ids: readonly string[]; across: boolean }
  | { do: 'layer'; ids: readonly string[]; to: Layer }
  | { do: 'remove'; ids: readonly string[] }
  | { do: 'page'; values: Readonly<Partial<Pick<LabelDocument, 'page' | 'sheet' | 'dpi'>>> }
  | { do: 'replace'; document: LabelDocument }

/** Ids no element of the document has, short and in order. */
export function freeIds({ elements }: LabelDocument, count: number): string[] {
  const taken = new Set(elements.map(({ id }) => id))
  const free: string[] = []
  for (let no = 1; free.length < count; no++) if (!taken.has(`e${no}`)) free.push(`e${no}`)
  return free
}

/** The same document where nothing is different: then there is nothing to undo either. */
export function applyChange(document: LabelDocument, change: Change): LabelDocument {
  switch (change.do) {
    case 'add':
      return added(document, change.elements)
    case 'replace':
      return change.document
    case 'page':
      return pageChanged(document, change.values)
    case 'remove':
      return withElements(
        document,
        document.elements.filter(({ id }) => !change.ids.includes(id)),
      )
    case 'layer':
      return withElements(document, layered(document.elements, change.ids, change.to))
    case 'set':
      return valuesSet(document, change.ids, change.values)
    case 'place':
      return placed(document, change.boxes)
    default:
      return arranged(document, change)
  }
}

type Arranging = Extract<Change, { do: 'move' | 'grow' | 'align' | 'distribute' }>
function arranged(document: LabelDocument, change: Arranging): LabelDocument {
  const { page } = document
  const chosen = document.elements.filter(({ id }) => change.ids.includes(id))
  if (chosen.length === 0) return document
  const boxes = chosen.map(boxOf)
  const next =
    change.do === 'move'
      ? moved(boxes, change.dx, change.dy, page)
      : change.do === 'grow'
        ? boxes.map((box) => grown(box, change.dw, change.dh, page))
        : change.do === 'align'
          ? aligned(boxes, change.edge, page)
          : distributed(boxes, change.across, page)
  return placed(document, Object.fromEntries(chosen.map(({ id }, at) => [id, next[at]!])))
}

/** Longer or higher at its right and lower sides, up to those of the label. */
const grown = (box: Box, dw: number, dh: number, page: LabelDocument['page']): Box =>
  onPage(
    {
      ...box,
      w: Math.min(box.w + dw, Math.max(box.w, page.width - box.x)),
      h: Math.min(box.h + dh, Math.max(box.h, page.height - box.y)),
    },
    page,
  )

function withElements(document: LabelDocument, elements: LabelElement[]): LabelDocument {
  const same =
    elements.length === document.elements.length &&
    elements.every((element, at) => element === document.elements[at])
  return same ? document : { ...document, elements }
}

function added(document: LabelDocument, elements: readonly LabelElement[]): LabelDocument {
  const free = DOCUMENT_LIMITS.elements - document.elements.length
  const taken = new Set(document.elements.map(({ id }) => id))
  const fresh = elements
    .filter(({ id }) => !taken.has(id))
    .slice(0, free)
    .map((element) => ({ ...element, ...onPage(element, document.page) }))
  return withElements(document, [...document.elements, ...fresh])
}

function placed(document: LabelDocument, boxes: Readonly<Record<string, Box>>): LabelDocument {
  return withElements(
    document,
    document.elements.map((element) => {
      const requested = boxes[element.id]
      if (!requested) return element
      const box = onPage(requested, document.page)
      const same =
        box.x === element.x && box.y === element.y && box.w === element.w && box.h === element.h
      return same ? element : { ...element, ...box }
    }),
  )
}

function valuesSet(
  document: LabelDocument,
  ids: readonly string[],
  values: Readonly<Record<string, unknown>>,
): LabelDocument {
  return withElements(
    document,
    document.elements.map((element) =>
      ids.includes(element.id) ? elementWith(element, values, document) : element,
    ),
  )
}

/** What its type does not have is left out; an element the contract refuses stays as it was. */
function elementWith(
  element: LabelElement,
  values: Readonly<Record<string, unknown>>,
  { page }: LabelDocument,
): LabelElement {
  const known = Object.entries(values).filter(([key]) => key in element && key !== 'type')
  const next = { ...element, ...Object.fromEntries(known) } as LabelElement
  if (known.every(([key, value]) => Object.is(element[key as keyof LabelElement], value)))
    return element
  if ('minSize' in next && next.minSize > next.size) {
    if ('minSize' in values) next.size = next.minSize
    else next.minSize = next.size
  }
  if (known.some(([key]) => ['x', 'y', 'w', 'h'].includes(key)))
    Object.assign(next, onPage({ ...boxOf(next) }, page))
  const read = labelElement.safeParse(next)
  return read.success && read.data.id === element.id ? read.data : element
}

/** Elements stay where they are: what lies off a smaller label is found by the checks. */
function pageChanged(
  document: LabelDocument,
  values: Partial<Pick<LabelDocument, 'page' | 'sheet' | 'dpi'>>,
): LabelDocument {
  const page = values.page && {
    width: tenth(values.page.width),
    height: tenth(values.page.height),
  }
  const next = { ...document, ...values, ...(page ? { page } : {}) }
  const head = labelDocument.safeParse({ ...next, elements: [] })
  return head.success ? { ...next, ...head.data, elements: document.elements } : document
}

function layered(
  elements: readonly LabelElement[],
  ids: readonly string[],
  to: Layer,
): LabelElement[] {
  const chosen = elements.filter(({ id }) => ids.includes(id))
  const others = elements.filter(({ id }) => !ids.includes(id))
  if (to === 'front') return [...others, ...chosen]
  if (to === 'back') return [...chosen, ...others]
  const next = [...elements]
  const step = to === 'forward' ? 1 : -1
  const order = step === 1 ? next.map((_, at) => at).toReversed() : next.map((_, at) => at)
  for (const at of order) {
    const [own, other] = [next[at]!, next[at + step]]
    if (!ids.includes(own.id) || !other || ids.includes(other.id)) continue
    next[at] = other
    next[at + step] = own
  }
  return next
}
