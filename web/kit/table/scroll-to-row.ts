/** How a table that draws only what is in sight brings a row there; by the element that scrolls. */
const scrollers = new WeakMap<HTMLElement, (at: number) => void>()

export function provideScrollToRow(scroller: HTMLElement, seek: (at: number) => void): () => void {
  scrollers.set(scroller, seek)
  return () => {
    scrollers.delete(scroller)
  }
}
/** Has the row at this place drawn where it was not; it is there after the next two frames. */
export function scrollToRow(scroller: HTMLElement, at: number): void {
  scrollers.get(scroller)?.(at)
}
