import { z } from 'zod'

/**
 * What a check finds. Errors keep a template from being published; warnings do not. Their words are
 * texts of `label-checks` (`<code>`).
 */
export const FINDINGS = {
  /** Part of the element lies off the label. */
  outside: 'error',
  /** Within 3 mm of the edge, which printers leave white. */
  margin: 'warning',
  /** Another element lies in the quiet zone of a barcode, or on its bars. */
  quietZone: 'error',
  overlap: 'warning',
  /** Bars and quiet zones are wider or higher than the box. */
  barTooWide: 'error',
  /** Bars narrower than 0.33 mm. */
  barNarrow: 'warning',
  /** `module` is no whole number of the printer's dots. */
  barOffDots: 'warning',
  /** Lower than 15 mm. */
  barLow: 'warning',
  /** What the symbology cannot hold: letters in ITF, a wrong check digit. */
  barData: 'error',
  /** The drawn bars were read back and gave nothing, or other data. */
  barUnread: 'error',
  /** Everyday values do not fit. */
  textTooLong: 'error',
  /** The longest values do not fit: they are cut, or their print is refused. */
  textMayNotFit: 'warning',
  /** Characters no font of the product has. */
  characters: 'error',
  pictureMissing: 'error',
  /** No element prints it, under any condition. */
  noNumberBarcode: 'error',
  noNumberText: 'error',
  noConsignee: 'error',
  /** Sorting is by its colour and code; a label without them is sorted by hand. */
  noSortCode: 'warning',
  /** A condition that never holds, or two elements of which one always hides the other. */
  neverDrawn: 'warning',
} as const satisfies Record<string, 'error' | 'warning'>
export type FindingCode = keyof typeof FINDINGS
const codes = Object.keys(FINDINGS) as FindingCode[]

export const finding = z.object({
  code: z.enum(codes as [FindingCode, ...FindingCode[]]),
  severity: z.enum(['error', 'warning']),
  /** Null: of the template as a whole. */
  elementId: z.string().nullable(),
  /** In the caller's language. */
  message: z.string(),
})
export type Finding = z.infer<typeof finding>
