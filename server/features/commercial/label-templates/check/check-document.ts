import { setImmediate as breathe } from 'node:timers/promises'
import type {
  ElementOf,
  LabelDocument,
  LabelElement,
} from '#contracts/commercial/labels/document.ts'
import { fillPlaces, placesOf } from '#contracts/commercial/labels/fields.ts'
import { FINDINGS, type Finding, type FindingCode } from '#contracts/commercial/labels/findings.ts'
import type { Lang } from '#contracts/kit/envelope.ts'
import { failUnavailable } from '#server/kit/http/errors.ts'
import { translate } from '#server/kit/http/texts.ts'
import { unprintable } from '#server/kit/pdf/fonts.ts'
import { formatted, LEAST_BAR, type Pictures, type Raster } from '../drawing/elements.ts'
import { MARGIN } from '../drawing/layout.ts'
import { inkOf, type OpOf } from '../drawing/ops.ts'
import { renderDots } from '../drawing/render-dots.ts'
import { dotsPerMm } from '../drawing/render-zpl.ts'
import { separated } from '../drawing/symbols.ts'
import { hider, intruders, isTyped, zoneOf } from './overlaps.ts'
import { readsBack } from './read-bars.ts'
import { scenesOf, valuesFor, type Drawn, type Scene } from './scenes.ts'

type Data = Readonly<Record<string, string | number>>
export type Found = { code: FindingCode; elementId: string | null; data?: Data }

/** Checks that wait for the one that is made: drawing and reading take the processor. */
const WAITING_MAX = 50
const queue = { length: 0, last: Promise.resolve<unknown>(null) }

/**
 * Everything a check found, once each, in the order of the elements; one check at a time. @throws
 * Refusal server.busy where too many wait
 */
export async function checkDocument(
  document: LabelDocument,
  pictures: Pictures,
  options: { readBack: boolean },
): Promise<Found[]> {
  if (queue.length >= WAITING_MAX) failUnavailable('server.busy')
  queue.length++
  const turn = queue.last.then(() => checkNow(document, pictures, options))
  queue.last = turn.catch(() => null)
  try {
    return await turn
  } finally {
    queue.length--
  }
}

async function checkNow(
  document: LabelDocument,
  pictures: Pictures,
  { readBack }: { readBack: boolean },
): Promise<Found[]> {
  const raster: Raster = { dots: dotsPerMm[document.dpi], between: false }
  const scenes = scenesOf(document, pictures, raster)
  const found = [
    ...missing(document),
    ...document.elements.flatMap((element) => ofElement(element, document)),
    ...scenes.flatMap((scene) => ofScene(scene, document, raster)),
    ...(readBack ? await unread(scenes, document, raster) : []),
  ]
  const order = new Map(document.elements.map(({ id }, at) => [id, at]))
  const place = ({ elementId }: Found) => (elementId === null ? -1 : (order.get(elementId) ?? 0))
  return once(found).toSorted((a, b) => place(a) - place(b))
}

/** Of one code one finding per element; what is sure goes before what may be. */
function once(found: readonly Found[]): Found[] {
  const seen = new Map<string, Found>()
  for (const one of found) {
    const key = `${one.code} ${one.elementId}`
    if (!seen.has(key)) seen.set(key, one)
  }
  return [...seen.values()].filter(
    ({ code, elementId }) => code !== 'textMayNotFit' || !seen.has(`textTooLong ${elementId}`),
  )
}

/** In the caller's language. */
export const worded = (lang: Lang, found: readonly Found[]): Finding[] =>
  found.map(({ code, elementId, data }) => ({
    code,
    elementId,
    severity: FINDINGS[code],
    message: translate(lang, 'label-checks', code, data ?? {}),
  }))

export const hasErrors = (found: readonly Found[]): boolean =>
  found.some(({ code }) => FINDINGS[code] === 'error')

const titleOf = ({ name, id }: LabelElement): string => name || id

/** Elements without which a parcel is not delivered. */
function missing({ elements }: LabelDocument): Found[] {
  const seen = elements.filter(({ when }) => valuesFor(when) !== null)
  const fields = new Set<string>(
    seen.flatMap((element) => (element.type === 'field' ? [element.field] : [])),
  )
  const found: Found[] = []
  const need = (code: FindingCode, isThere: boolean) => {
    if (!isThere) found.push({ code, elementId: null })
  }
  need(
    'noNumberBarcode',
    seen.some((one) => one.type === 'barcode' && placesOf(one.data).includes('number')),
  )
  need('noNumberText', fields.has('number') || fields.has('numberGrouped'))
  need(
    'noConsignee',
    seen.some((one) => one.type === 'address' && one.of === 'consignee') ||
      (['consigneeName', 'consigneeStreet', 'consigneeCity'] as const).every((key) =>
        fields.has(key),
      ),
  )
  need('noSortCode', fields.has('sortCode'))
  return found
}

/** What needs no values. */
function ofElement(element: LabelElement, { page, dpi }: LabelDocument): Found[] {
  const { id: elementId, x, y, w, h } = element
  const found: Found[] = []
  if (x + w > page.width + 0.05 || y + h > page.height + 0.05)
    found.push({ code: 'outside', elementId })
  if (valuesFor(element.when) === null) found.push({ code: 'neverDrawn', elementId })
  const odd = isTyped(element) ? unprintable(fixedText(element)) : []
  if (odd.length > 0)
    found.push({ code: 'characters', elementId, data: { characters: odd.join(' ') } })
  if (element.type === 'barcode' && element.symbology !== 'maxicode') {
    const dots = element.module * dotsPerMm[dpi]
    if (Math.abs(dots - Math.round(dots)) > 0.15)
      found.push({
        code: 'barOffDots',
        elementId,
        data: { dpi, width: round(Math.round(dots) / dotsPerMm[dpi]) },
      })
  }
  return found
}

const round = (mm: number): number => Math.round(mm * 100) / 100

function fixedText(element: ElementOf<'text'> | ElementOf<'field'> | ElementOf<'address'>): string {
  if (element.type === 'text') return element.text.replaceAll('\n', ' ')
  return element.type === 'field' ? element.prefix + element.suffix + element.fallback : ''
}

function ofScene(scene: Scene, { page }: LabelDocument, { dots }: Raster): Found[] {
  return scene.drawn.flatMap((drawn): Found[] => {
    const { element, ops } = drawn
    const elementId = element.id
    const failed = drawn.error ?? (drawn.isCut ? 'cut' : null)
    if (failed) return [ofFailure(drawn, scene)]
    const found: Found[] = []
    const near = ops.some((op) => {
      const { x, y, w, h } = inkOf(op)
      const edge = MARGIN - 0.1
      return x < edge || y < edge || x + w > page.width - edge || y + h > page.height - edge
    })
    if (near) found.push({ code: 'margin', elementId })
    if (element.type === 'barcode') found.push(...ofBars(drawn, scene, dots))
    else if (isTyped(element)) {
      const other = hider(drawn, scene.drawn)
      if (other) found.push({ code: 'overlap', elementId, data: { other: titleOf(other) } })
    }
    return found
  })
}

function ofFailure({ element, error }: Drawn, { isLong, values }: Scene): Found {
  const elementId = element.id
  switch (error?.code) {
    case 'label.pictureMissing':
      return { code: 'pictureMissing', elementId }
    case 'label.numberTooLong':
      return { code: 'barTooWide', elementId, data: { needed: Number(error.data.needed) } }
    case 'label.numberEmpty':
    case 'label.numberInvalid': {
      const data =
        element.type === 'barcode' ? fillPlaces(element.data, (key) => values.text(key)) : ''
      return { code: 'barData', elementId, data: { data } }
    }
    default: {
      const text =
        element.type === 'field'
          ? formatted(element, values)
          : element.type === 'text'
            ? element.text
            : element.type === 'address'
              ? values
                  .address(element.of)
                  .map((line) => line.text)
                  .join(', ')
              : ''
      return { code: isLong ? 'textMayNotFit' : 'textTooLong', elementId, data: { text } }
    }
  }
}

const LOWEST = 15

function ofBars(drawn: Drawn, { drawn: all }: Scene, dots: number): Found[] {
  const { element, ops } = drawn
  const elementId = element.id
  const found: Found[] = intruders(drawn, all).map((other) => ({
    code: 'quietZone',
    elementId: other.id,
    data: { other: titleOf(element) },
  }))
  const bars = ops.find((op): op is OpOf<'bars'> => op.kind === 'bars')
  const modules = ops.find((op): op is OpOf<'modules'> => op.kind === 'modules')
  const printed = Math.round((bars?.module ?? modules?.unit ?? 1) * dots) / dots
  if (printed < LEAST_BAR - 0.001)
    found.push({ code: 'barNarrow', elementId, data: { width: round(printed) } })
  if (bars && bars.h < LOWEST) found.push({ code: 'barLow', elementId })
  return found
}

/** Bars of the drawn labels that a reader does not read as their data. */
async function unread(
  scenes: readonly Scene[],
  { page }: LabelDocument,
  { dots }: Raster,
): Promise<Found[]> {
  const found: Found[] = []
  for (const { drawn, values } of scenes) {
    const codes = drawn.filter((one) => zoneOf(one) !== null)
    if (codes.length === 0) continue
    // Other requests get their turn between two labels, and between two codes.
    await breathe()
    const dotted = renderDots(
      drawn.flatMap(({ ops }) => ops),
      page,
      dots,
    )
    for (const one of codes) {
      const { element } = one
      if (element.type !== 'barcode') continue
      await breathe()
      const own = separated(element.symbology, element.data)
      const data = fillPlaces(own, (key) => values.text(key))
      const isRead = await readsBack(dotted, zoneOf(one)!, dots, element.symbology, data)
      if (!isRead) found.push({ code: 'barUnread', elementId: element.id })
    }
  }
  return found
}

/** What one label met that a parcel's own values are drawn on. */
export const checkScene = (scene: Scene, document: LabelDocument, raster: Raster): Found[] =>
  once(ofScene(scene, document, raster))
