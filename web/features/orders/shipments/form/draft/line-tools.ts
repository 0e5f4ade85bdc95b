import { type Draft } from './draft.ts'

/**
 * What a row does; the same functions as long as the form is open, so that only changed rows are
 * drawn anew.
 */
export interface LineTools {
  set: (path: string, value: string) => void
  edit: (change: (draft: Draft) => Draft) => void
  paste: (path: string, cells: string[][]) => void
  move: (path: string, by: 1 | -1) => void
  splitSides: (path: string, typed: string) => boolean
  /** Takes over what a typed SKU says; where orders of the kind use stock. */
  fillSku: (path: string, typed: string) => boolean
  focus: (path: string) => void
}
