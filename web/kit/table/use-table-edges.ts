import { useEffect, useId, useRef, type RefObject } from 'react'

/** A cell's padding: below the edge there are no digits. */
const PADDING = 8

interface Span {
  left: number
  right: number
}
/** Whether an edge cuts through: part of it is in sight, and part is not. */
const isCut = (cell: Span, { left, right }: Span): boolean =>
  (cell.left + PADDING < left && cell.right > left) ||
  (cell.right - PADDING > right && cell.left < right)
/** Less of a heading than this, the rest below a pinned column, is no target and no word. */
const LEAST_HEADING = 40
/** Whether an edge cuts through a value of a column: dates are narrower than theirs. */
function isValueCut(wrap: Element, at: number, view: Span): boolean {
  const range = document.createRange()
  return [...wrap.querySelectorAll(`tbody tr > :nth-child(${at + 1})`)].some((cell) => {
    range.selectNodeContents(cell.firstElementChild ?? cell)
    const { left, right } = range.getBoundingClientRect()
    return isCut({ left: left - PADDING, right: right + PADDING }, view)
  })
}
const seen = (cell: Span, view: Span): number =>
  Math.min(cell.right, view.right) - Math.max(cell.left, view.left)
const isOutside = (cell: Span, view: Span): boolean =>
  cell.right <= view.left || cell.left >= view.right

/**
 * What scrolls is below pinned columns. A number or a date cut in two reads as another: its
 * column shows none, nor its heading, until it is wholly in sight: a heading over nothing reads as no
 * value at all. The edges show that there is more, and the sums go
 * where no summed column is in sight.
 */
export function useTableEdges(scroller: RefObject<HTMLDivElement | null>, drawn: unknown): string {
  const name = useId()
  const hiding = useRef<{ sheet: CSSStyleSheet; rule: string } | null>(null)
  useEffect(() => {
    if (typeof ResizeObserver === 'undefined') return
    hiding.current ??= { sheet: new CSSStyleSheet(), rule: '' }
    const { sheet } = hiding.current
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet)
    }
  }, [])
  useEffect(() => {
    const wrap = scroller.current
    const head = wrap?.querySelector('thead tr')
    const own = hiding.current
    if (!wrap || !head || !own) return
    const look = () => {
      const cells = [...head.children].map((cell, at) => ({ cell, at }))
      const { left, right } = wrap.getBoundingClientRect()
      const view = { left, right: Math.min(right, left + wrap.clientWidth + 1) }
      const scrolled: typeof cells = []
      for (const one of cells) {
        const box = one.cell.getBoundingClientRect()
        if (one.cell.matches('.py-row-actions')) view.right = Math.min(view.right, box.left)
        else if (one.cell.matches('.py-pick, [data-stays]'))
          view.left = Math.max(view.left, box.right)
        else scrolled.push(one)
      }
      const boxes = scrolled.map((one) => ({ ...one, box: one.cell.getBoundingClientRect() }))
      const cut = boxes.filter(
        ({ cell, box, at }) =>
          cell.matches('[data-whole]') && isCut(box, view) && isValueCut(wrap, at, view),
      )
      const summed = boxes.filter(({ cell }) => cell.matches('[data-sum]'))
      const pinned = [...head.querySelectorAll('[data-stays][data-sum]')].length > 0
      wrap.toggleAttribute(
        'data-before',
        boxes.some(({ box }) => box.left < view.left - 1),
      )
      wrap.toggleAttribute(
        'data-after',
        boxes.some(({ box }) => box.right > view.right + 1),
      )
      wrap.toggleAttribute(
        'data-no-sums',
        !pinned && summed.every(({ box }) => isOutside(box, view) || isCut(box, view)),
      )
      const next = cut
        .map(({ at }) => `[data-edges="${name}"] tr > :nth-child(${at + 1}) > *`)
        .concat(
          boxes
            .filter(
              ({ box }) => !isOutside(box, { left, right }) && seen(box, view) < LEAST_HEADING,
            )
            .map(({ at }) => `[data-edges="${name}"] tr > th:nth-child(${at + 1}) > *`),
        )
        .join()
      if (next === own.rule) return
      own.rule = next
      own.sheet.replaceSync(next && `${next} { visibility: hidden }`)
    }
    // The observer looks for the first time, too, once the page is laid out: to look now would lay
    // it out in the middle of other work.
    const sizes = new ResizeObserver(look)
    sizes.observe(wrap)
    sizes.observe(head)
    wrap.addEventListener('scroll', look, { passive: true })
    return () => {
      sizes.disconnect()
      wrap.removeEventListener('scroll', look)
    }
  }, [scroller, drawn, name])
  return name
}
