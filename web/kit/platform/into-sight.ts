/** A ref for the chosen one of a row of tabs: where the row is wider than the page it is moved into sight. */
export function intoSight(chosen: HTMLElement | null): void {
  const row = chosen?.parentElement
  if (!chosen || !row || row.scrollWidth <= row.clientWidth) return
  row.scrollLeft = chosen.offsetLeft - row.offsetLeft - (row.clientWidth - chosen.offsetWidth) / 2
}
