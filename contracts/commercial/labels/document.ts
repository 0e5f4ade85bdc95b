import { z } from 'zod'
import { idText } from '../../kit/envelope.ts'
import { FIELD_KEYS, isFieldKey, placesOf } from './fields.ts'

/**
 * What a template draws. Lengths are millimetres in steps of 0.1 from the upper left corner of the
 * label, sizes of type are points. Later elements lie over earlier ones.
 */
export const DOCUMENT_LIMITS = {
  side: { min: 20, max: 460 },
  elements: 120,
  barcodes: 20,
  text: 500,
  conditions: 5,
  values: 20,
} as const

/** Sizes labels are usually cut to; any other is possible. */
export const PAGE_SIZES = {
  '100x150': { width: 100, height: 150 },
  '4x6': { width: 101.6, height: 152.4 },
  A6: { width: 105, height: 148 },
  '100x100': { width: 100, height: 100 },
  '100x200': { width: 100, height: 200 },
  '100x70': { width: 100, height: 70 },
} as const
export type PageSize = keyof typeof PAGE_SIZES

const mm = (min: number, max: number) =>
  z
    .number({ error: 'field.invalid' })
    .min(min, { error: 'field.tooSmall' })
    .max(max, { error: 'field.tooLarge' })
    .multipleOf(0.1, { error: 'field.invalid' })
const side = mm(DOCUMENT_LIMITS.side.min, DOCUMENT_LIMITS.side.max)
const points = z
  .number({ error: 'field.invalid' })
  .min(3, { error: 'field.tooSmall' })
  .max(200, { error: 'field.tooLarge' })
  .multipleOf(0.5, { error: 'field.invalid' })

export const fieldKey = z.enum(FIELD_KEYS as [(typeof FIELD_KEYS)[number], ...typeof FIELD_KEYS], {
  error: 'field.invalid',
})

/** Has a value / has none / is one of `values` / is none of them. Upper and lower case differ. */
export const CONDITION_OPS = ['present', 'absent', 'oneOf', 'notOneOf'] as const
export const condition = z.object({
  field: fieldKey,
  op: z.enum(CONDITION_OPS),
  values: z.array(z.string().max(100)).max(DOCUMENT_LIMITS.values).default([]),
})

export const ROTATIONS = [0, 90, 180, 270] as const
export type Rotation = (typeof ROTATIONS)[number]

/**
 * `x`, `y`, `w`, `h`: the box on the label as it is seen, whatever the rotation. The contents are
 * set into that box and turned clockwise; at 90 and 270 its height is the length of their lines.
 */
const placed = {
  /** Unique in the document; findings name it. */
  id: z.string().regex(/^[A-Za-z0-9-]{1,24}$/, { error: 'field.invalid' }),
  /** Its title in lists; '' where its contents are title enough. */
  name: z.string().max(60).default(''),
  x: mm(0, DOCUMENT_LIMITS.side.max),
  y: mm(0, DOCUMENT_LIMITS.side.max),
  w: mm(0.1, DOCUMENT_LIMITS.side.max),
  h: mm(0.1, DOCUMENT_LIMITS.side.max),
  /** Drawn where all of them hold; always where there are none. */
  when: z.array(condition).max(DOCUMENT_LIMITS.conditions).default([]),
}
const rotation = z.literal(ROTATIONS).default(0)

/**
 * How type is set: at `size`, wrapped at spaces to at most `lines` lines. What does not fit is made
 * smaller, down to `minSize`. What still does not fit: `refuse` makes the print fail with the name
 * of the element, `cut` ends in an ellipsis and is written to the record of the print.
 */
const type = {
  bold: z.boolean().default(false),
  size: points,
  minSize: points,
  lines: z.int().min(1).max(30).default(1),
  align: z.enum(['left', 'center', 'right']).default('left'),
  valign: z.enum(['top', 'middle', 'bottom']).default('top'),
  /** White, to be put on a black box. */
  white: z.boolean().default(false),
  overflow: z.enum(['refuse', 'cut']).default('refuse'),
}

/** ISO `2026-11-23`, `23.11.2026`, `11/23/2026`, `2026年11月23日`, `23 NOV 2026`. */
export const DATE_FORMATS = ['iso', 'dmy', 'mdy', 'zh', 'text'] as const
/** `prefix` and `suffix` go with a value, not with the fallback. */
const format = {
  upper: z.boolean().default(false),
  date: z.enum(DATE_FORMATS).default('iso'),
  prefix: z.string().max(60).default(''),
  suffix: z.string().max(60).default(''),
  /** Printed where the field is empty; without one nothing is. */
  fallback: z.string().max(100).default(''),
}

const textElement = z.object({
  type: z.literal('text'),
  ...placed,
  rotation,
  ...type,
  /** Lines are parted by line breaks. */
  text: z.string().min(1, { error: 'field.required' }).max(DOCUMENT_LIMITS.text),
})

const fieldElement = z.object({
  type: z.literal('field'),
  ...placed,
  rotation,
  ...type,
  field: fieldKey,
  ...format,
})

/**
 * A whole address, its lines in the order of its country, made smaller together until they fit.
 * `size` is that of the street. `emphasis`: `parts` sets name and place larger and bold and the
 * country bold, `first` only the first line.
 */
const addressElement = z.object({
  type: z.literal('address'),
  ...placed,
  rotation,
  size: points,
  minSize: points,
  of: z.enum(['consignee', 'sender']),
  emphasis: z.enum(['none', 'first', 'parts']).default('parts'),
  /** The country in English capitals as the last line of the address. */
  country: z.boolean().default(true),
  phone: z.boolean().default(false),
  overflow: z.enum(['refuse', 'cut']).default('refuse'),
})

/**
 * `scheme`: what the kind of the parcel's number asks for (GS1-128 of an SSCC, Code 128 of an S10
 * number, Identcode, Leitcode, else Code 128). `gs1-128` and `gs1-datamatrix` take data with
 * application identifiers in brackets, `(421)27660311(00)340434490100009377`.
 */
export const SYMBOLOGIES = [
  'scheme',
  'code128',
  'gs1-128',
  'ean13',
  'itf',
  'code39',
  'identcode',
  'leitcode',
  'qr',
  'datamatrix',
  'gs1-datamatrix',
  'pdf417',
  'aztec',
  /** Of one size only: 28.2 × 27.3 mm with the white it needs. */
  'maxicode',
] as const
export type LabelSymbology = (typeof SYMBOLOGIES)[number]
/** Codes of lines in one direction; the others are fields of modules. */
export const LINEAR = [
  'scheme',
  'code128',
  'gs1-128',
  'ean13',
  'itf',
  'code39',
  'identcode',
  'leitcode',
] as const satisfies readonly LabelSymbology[]
export const isLinear = (symbology: LabelSymbology): boolean =>
  (LINEAR as readonly string[]).includes(symbology)

/**
 * The box includes the quiet zones: bars stand in its middle, as wide as whole dots of the printer
 * allow, and nothing else may lie in it. Linear codes are as high as the box.
 */
const barcodeElement = z.object({
  type: z.literal('barcode'),
  ...placed,
  rotation,
  symbology: z.enum(SYMBOLOGIES),
  /**
   * Fixed text with fields in braces: `{number}`, `(421){countryNumeric}{consigneePostalCode}`.
   * Two-dimensional codes take the separators `<GS>`, `<RS>` and `<EOT>`.
   */
  data: z
    .string()
    .min(1, { error: 'field.required' })
    .max(300)
    .refine((data) => placesOf(data).every(isFieldKey), { error: 'labelTemplate.unknownField' }),
  /**
   * Widest bar or module in mm; narrower where the box asks for it, bars to no less than 0.33 and
   * modules to 0.25.
   */
  module: z
    .number()
    .min(0.25, { error: 'field.tooSmall' })
    .max(3, { error: 'field.tooLarge' })
    .multipleOf(0.005, { error: 'field.invalid' })
    .default(0.5),
})

/** A stored picture of the tenant, black and white on a label: dark above `threshold` of 255. */
const pictureElement = z.object({
  type: z.literal('picture'),
  ...placed,
  rotation,
  pictureId: idText,
  /** `contain` keeps its proportions, in the middle of the box; `fill` takes the whole box. */
  fit: z.enum(['contain', 'fill']).default('contain'),
  threshold: z.int().min(1).max(254).default(128),
})

/** A rule along the longer side of its box; the shorter one is its thickness. */
const lineElement = z.object({ type: z.literal('line'), ...placed })

const boxElement = z.object({
  type: z.literal('box'),
  ...placed,
  /** Thickness in mm, inside the box; 0 for none. */
  frame: mm(0, 10).default(0.3),
  fill: z.enum(['none', 'black', 'white']).default('none'),
})

export const labelElement = z.discriminatedUnion('type', [
  textElement,
  fieldElement,
  addressElement,
  barcodeElement,
  pictureElement,
  lineElement,
  boxElement,
])
export type LabelElement = z.output<typeof labelElement>
export type ElementOf<T extends LabelElement['type']> = Extract<LabelElement, { type: T }>
export type LabelCondition = z.output<typeof condition>

/** Labels side by side on one page of paper, in lines from the upper left. */
export const sheet = z.object({
  width: side,
  height: side,
  columns: z.int().min(1).max(10),
  rows: z.int().min(1).max(20),
  left: mm(0, 200).default(0),
  top: mm(0, 200).default(0),
  gapX: mm(0, 100).default(0),
  gapY: mm(0, 100).default(0),
})

export const labelDocument = z
  .object({
    page: z.object({ width: side, height: side }),
    /** Null: each label is a page. Label printers' own language knows no sheets. */
    sheet: sheet.nullable().default(null),
    /** The printer the bars are measured for. */
    dpi: z.literal([203, 300]).default(203),
    elements: z.array(labelElement).max(DOCUMENT_LIMITS.elements, { error: 'field.tooMany' }),
  })
  .superRefine(({ page, sheet: paper, elements }, ctx) => {
    const wrong = (path: (string | number)[], message: string) =>
      ctx.addIssue({ code: 'custom', path, message })
    const seen = new Set<string>()
    if (elements.filter(({ type }) => type === 'barcode').length > DOCUMENT_LIMITS.barcodes)
      wrong(['elements'], 'field.tooMany')
    elements.forEach((element, at) => {
      if (seen.has(element.id)) wrong(['elements', at, 'id'], 'labelTemplate.sameId')
      seen.add(element.id)
      if ('minSize' in element && element.minSize > element.size)
        wrong(['elements', at, 'minSize'], 'field.tooLarge')
    })
    if (!paper) return
    if (paper.left + paper.columns * (page.width + paper.gapX) - paper.gapX > paper.width + 0.05)
      wrong(['sheet', 'columns'], 'labelTemplate.sheetFull')
    if (paper.top + paper.rows * (page.height + paper.gapY) - paper.gapY > paper.height + 0.05)
      wrong(['sheet', 'rows'], 'labelTemplate.sheetFull')
  })
export type LabelDocument = z.output<typeof labelDocument>
export type LabelDocumentInput = z.input<typeof labelDocument>

/** A document as calls answer it: nothing is left out. */
export const wholeDocument: z.ZodType<LabelDocument, LabelDocument> =
  labelDocument as unknown as z.ZodType<LabelDocument, LabelDocument>
