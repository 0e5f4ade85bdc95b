/** A box id found on a page; places as shares of the page's width and height, from below left. */
export interface Hit {
  code: string
  x: number
  y: number
  foundBy: 'text' | 'barcode'
}
/** A part of a page, as shares of its width and height, from below left. */
export interface Part {
  left: number
  bottom: number
  right: number
  top: number
}
/** What was read of a page. Pages of one size are laid out alike. */
export interface ReadPage {
  size: string
  hits: readonly Hit[]
  /** Where anything is written; none where a page is a picture. */
  marks: readonly { x: number; y: number }[]
}
/** A label on its page. */
export interface Place {
  page: number
  place: number
  part: Part
  code: string | null
  foundBy: Hit['foundBy'] | null
}

/** Labels a sheet holds, columns by rows: thermal single, then 2, 4 and 6 on A4. */
const GRIDS = [
  [1, 1],
  [1, 2],
  [2, 1],
  [2, 2],
  [2, 3],
  [3, 2],
] as const
type Grid = (typeof GRIDS)[number]

const cellOf = ([cols, rows]: Grid, { x, y }: { x: number; y: number }): number => {
  const within = (share: number, count: number) =>
    Math.max(0, Math.min(count - 1, Math.floor(share * count)))
  return (rows - 1 - within(y, rows)) * cols + within(x, cols)
}

/** Each id in a cell of its own, on every page. */
const fits = (grid: Grid, pages: readonly ReadPage[]): boolean =>
  pages.every(({ hits }) => {
    const cells = new Map<number, string>()
    return hits.every((hit) => {
      const cell = cellOf(grid, hit)
      const other = cells.get(cell)
      cells.set(cell, hit.code)
      return other === undefined || other === hit.code
    })
  })

/**
 * The labels of a file: the coarsest grid that gives every box id its own cell, one for all pages
 * of a size, so that a last sheet with one label is cut like the others. Empty cells are no labels.
 */
export function placesOf(pages: readonly ReadPage[]): Place[] {
  const grids = new Map<string, Grid>()
  for (const { size } of pages) {
    if (grids.has(size)) continue
    const alike = pages.filter((page) => page.size === size)
    grids.set(size, GRIDS.find((grid) => fits(grid, alike)) ?? GRIDS[0])
  }
  return pages.flatMap((page, at) => {
    const grid = grids.get(page.size) ?? GRIDS[0]
    return labelsOf(page, grid).map((label) => ({ ...label, page: at + 1 }))
  })
}

function labelsOf({ hits, marks }: ReadPage, grid: Grid): Omit<Place, 'page'>[] {
  const [cols, rows] = grid
  const found = new Map(hits.map((hit) => [cellOf(grid, hit), hit]))
  const written = new Set(marks.map((mark) => cellOf(grid, mark)))
  // A page without text and without a code is shown whole: its parts are unknown.
  if (found.size === 0 && written.size === 0)
    return [{ place: 1, part: { left: 0, bottom: 0, right: 1, top: 1 }, code: null, foundBy: null }]
  return Array.from({ length: cols * rows }, (_, cell) => cell)
    .filter((cell) => found.has(cell) || written.has(cell))
    .map((cell) => {
      const [col, row] = [cell % cols, rows - 1 - Math.floor(cell / cols)]
      const hit = found.get(cell)
      return {
        place: cell + 1,
        part: {
          left: col / cols,
          right: (col + 1) / cols,
          bottom: row / rows,
          top: (row + 1) / rows,
        },
        code: hit?.code ?? null,
        foundBy: hit?.foundBy ?? null,
      }
    })
}
