import { type Draft } from './draft.ts'

/**
 * What a row does; the same functions as long as the form is open, so that only changed rows are
 * drawn again.
 */
export interface LineTools {
  set: (path: string, value: string) => void
  edit: (change: (draft: Draft) => Draft) => void
  paste: (path: string, cells: string[][]) => void
  move: (path: string, by: 1 | -1) => void
  splitSides: (path: string, typed: string) => boolean
  /** Takes over the values of a typed SKU; where orders use no stock, only those still empty. */
  fillSku: (path: string, typed: string) => boolean
  focus: (path: string) => void
}
