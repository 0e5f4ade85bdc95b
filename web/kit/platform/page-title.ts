/** The fixed word in every document title (decisions.md, "Names"). */
export const PRODUCT = 'Parcelyard'

let route: { title: string | null; home: boolean } = { title: null, home: false }
let named: string | null = null

export function titleOf(page: string | null): string {
  return page ? `${page} · ${PRODUCT}` : PRODUCT
}
function draw(): void {
  document.title = titleOf(route.home ? null : (named ?? route.title))
}
/**
 * The shell's word for where one is: the route's title, until the page names itself. The home page
 * is called by the product's name alone.
 */
export function setRouteTitle(title: string | null, home = false): void {
  route = { title, home }
  draw()
}
/** Names the page; the returned function takes the name back when the page goes. */
export function setPageTitle(page: string | null): () => void {
  named = page
  draw()
  return () => {
    if (named !== page) return
    named = null
    draw()
  }
}
