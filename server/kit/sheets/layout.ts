import { createHash } from 'node:crypto'

/** Files with the same headings in the same order have one layout. */
export const layoutOf = (headings: readonly string[]): string =>
  createHash('sha256')
    .update(JSON.stringify(headings.map((heading) => heading.trim().toLowerCase())))
    .digest('hex')
