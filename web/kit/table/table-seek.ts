/** How a table that draws only what is in sight brings a row there; by the element that scrolls. */
const seeks = new WeakMap<HTMLElement, (at: number) => void>()

export function offerSeek(scroller: HTMLElement, seek: (at: number) => void): () => void {
  seeks.set(scroller, seek)
  return () => {
    seeks.delete(scroller)
  }
}
/** Has the row at this place drawn where it was not; it is there after the next two frames. */
export function seekRow(scroller: HTMLElement, at: number): void {
  seeks.get(scroller)?.(at)
}
