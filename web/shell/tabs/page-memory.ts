/**
 * What a page looked like when it was left: how far its parts were scrolled and where the focus
 * was.
 */
export interface PageMemory {
  /** Scrolled parts and the page itself, from the start of each. */
  scrolled: Map<Element, { top: number; left: number }>
  focus: HTMLElement | null
  /** How far the page was scrolled at each step of the history. */
  steps: Map<string, number>
}
export const newMemory = (): PageMemory => ({ scrolled: new Map(), focus: null, steps: new Map() })

/** Whatever may scroll the page as a whole: which one does is a matter of the layout chosen. */
export function pageScrollers(main: Element): Element[] {
  const chain: Element[] = []
  for (let up: Element | null = main; up; up = up.parentElement) chain.push(up)
  const root = document.scrollingElement
  return root && !chain.includes(root) ? [...chain, root] : chain
}
export const pageTop = (main: Element): number =>
  Math.max(0, ...pageScrollers(main).map((part) => part.scrollTop))
export function scrollPage(main: Element, top: number): void {
  // The one that cannot go as far leaves the rest to the others; mostly there is only one.
  for (const part of pageScrollers(main)) if (part.scrollTop !== top) part.scrollTop = top
}
/** Scrolls the parts of a page back; parts that are gone are forgotten. */
export function scrollBack({ scrolled }: PageMemory): void {
  for (const [part, { top, left }] of scrolled) {
    if (!part.isConnected) scrolled.delete(part)
    else if (part.scrollTop !== top || part.scrollLeft !== left)
      part.scrollTo({ top, left, behavior: 'instant' })
  }
}
