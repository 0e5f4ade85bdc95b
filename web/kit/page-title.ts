/** The fixed word in every document title (decisions.md, "Names"). */
export const PRODUCT = 'Parcelyard'

let named: string | null = null

export function titleOf(page: string | null): string {
  return page ? `${page} · ${PRODUCT}` : PRODUCT
}
/** Names the page; the returned function takes the name back when the page goes. */
export function setPageTitle(page: string | null): () => void {
  named = page
  document.title = titleOf(page)
  return () => {
    if (named === page) named = null
  }
}
