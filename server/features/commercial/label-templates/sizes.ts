import { isDeepStrictEqual } from 'node:util'
import { PAGE_SIZES, type LabelDocument } from '#contracts/commercial/labels/document.ts'
import { builtInLayout } from './drawing/layout.ts'

/** No built-in size: the document alone has it. */
export const CUSTOM = 'custom'

/** What a document's size is called in lists. */
export function sizeOfDocument({ page, sheet }: LabelDocument): string {
  if (sheet !== null)
    return isDeepStrictEqual(sheet, builtInLayout('A4x4').document.sheet) ? 'A4x4' : CUSTOM
  const found = Object.entries(PAGE_SIZES).find(
    ([, size]) => size.width === page.width && size.height === page.height,
  )
  return found?.[0] ?? CUSTOM
}
