import type { LabelElement } from '#contracts/commercial/labels/document.ts'

/** Bars as the server drew them, with the element they are of. */
export type DrawnBars = ReadonlyMap<string, { element: object; path: string }>

export function drawnBars(
  document: { elements: readonly { id: string }[] } | undefined,
  bars: readonly { elementId: string; path: string }[] | undefined,
): DrawnBars {
  const paths = new Map(bars?.map(({ elementId, path }) => [elementId, path]))
  return new Map(
    document?.elements.flatMap((element) => {
      const path = paths.get(element.id)
      return path === undefined ? [] : [[element.id, { element, path }] as const]
    }),
  )
}

const SAME = ['w', 'h', 'rotation', 'symbology', 'data', 'module'] as const

/** Its bars, unless it was changed since in what they depend on; moving it changes none. */
export function barsFor(element: LabelElement, drawn: DrawnBars): string | null {
  const found = drawn.get(element.id)
  const isSame = SAME.every(
    (key) => Reflect.get(element, key) === (found && Reflect.get(found.element, key)),
  )
  return found && isSame ? found.path : null
}
