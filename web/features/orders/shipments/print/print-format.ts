import { PAPERS, printSets, type PrintSet } from '#contracts/platform/operations/print-sets.ts'
import type { Out } from '#contracts/kit/endpoint.ts'
import { call } from '../../../../kit/http/api.ts'
import type { Download } from '../../../../kit/http/fetch-file.ts'
import { saveBlob } from '../../../../kit/text/csv.ts'
import { keyOf, queryClient } from '../../../../kit/http/query.ts'
import { isObject, storageSet, storageGet } from '../../../../kit/text/storage.ts'
import { openPdf } from '../../../../kit/platform/open-tab.ts'

/** Ways to print that need no print set: a plain PDF, or a label printer's own language. */
export const FORMATS = ['pdf.100x150', 'pdf.A6', 'zpl.203', 'zpl.300'] as const
type PlainFormat = (typeof FORMATS)[number]
export type PrintFormat = PlainFormat | `set:${string}`
export type Offered = Out<typeof printSets.offered>
/** How this print goes: by a print set, or plainly. */
export interface PrintWay {
  format: PrintFormat
  set: PrintSet | null
}

const STORED_AS = 'label_print'
const isPlain = (format: unknown): format is PlainFormat => FORMATS.some((one) => one === format)
const isStored = (value: unknown): value is { format: PrintFormat } =>
  isObject(value) &&
  (isPlain(value.format) || (typeof value.format === 'string' && value.format.startsWith('set:')))

/**
 * What was chosen at this workstation: the printer stands next to it, whichever user signs in.
 */
const remembered = (): PrintFormat | null => storageGet(STORED_AS, isStored)?.format ?? null
export const rememberFormat = (format: PrintFormat): void => storageSet(STORED_AS, { format }, null)
export const setFormat = ({ id }: PrintSet): PrintFormat => `set:${id}`

/**
 * The workstation's choice while it is there; else the person's own set, the depot's or
 * that of all users; else a plain label.
 */
export function wayOf(chosen: PrintFormat | null, offered: Offered | undefined): PrintWay {
  if (isPlain(chosen)) return { format: chosen, set: null }
  const sets = offered?.sets ?? []
  const set =
    sets.find((one) => setFormat(one) === chosen) ?? sets.find(({ id }) => id === offered?.mineId)
  return set ? { format: setFormat(set), set } : { format: 'pdf.100x150', set: null }
}

export const rememberedWay = (offered: Offered | undefined): PrintWay =>
  wayOf(remembered(), offered)

/** The same where the sets may not be here yet; a plain choice needs none of them. */
export async function findWay(
  requestedFormat: PrintFormat | null = remembered(),
): Promise<PrintWay> {
  if (isPlain(requestedFormat)) return wayOf(requestedFormat, undefined)
  return wayOf(
    requestedFormat,
    await queryClient.fetchQuery({
      queryKey: keyOf(printSets.offered, {}),
      queryFn: () => call(printSets.offered, {}, { quiet: true }),
      staleTime: 60_000,
    }),
  )
}

/** Of a label printer that is sent its own language. */
const dpiOf = (set: PrintSet | null): 203 | 300 | null =>
  set?.language === 'zpl203' ? 203 : set?.language === 'zpl300' ? 300 : null

/** The label call's own words for it. */
export function formatInput({ format, set }: PrintWay) {
  const dpi = dpiOf(set)
  if (dpi !== null) return { format: 'zpl', dpi } as const
  if (set) return { format: 'pdf', printSetId: set.id } as const
  switch (format) {
    case 'pdf.A6':
      return { format: 'pdf', size: 'A6' } as const
    case 'zpl.203':
      return { format: 'zpl', dpi: 203 } as const
    case 'zpl.300':
      return { format: 'zpl', dpi: 300 } as const
    default:
      return { format: 'pdf', size: '100x150' } as const
  }
}

/** `A4 across · 297 × 210 mm`, without the name. */
export function paperText({ paper, horizontal, widthMm, heightMm }: PrintSet): string {
  const [width, height] = PAPERS[paper] ?? [widthMm, heightMm]
  return `${horizontal ? Math.max(width, height) : width} × ${horizontal ? Math.min(width, height) : height} mm`
}

/**
 * A PDF opens in a window of its own; a set that wants no look first asks for the printer at once.
 * Printer language is a file for the printer's spooler.
 */
export async function openLabels(
  { blob, name }: Download,
  { format, set }: PrintWay,
): Promise<void> {
  if (format.startsWith('zpl') || dpiOf(set) !== null) return saveBlob(blob, name ?? 'labels.zpl')
  await openPdf(blob, name ?? 'labels.pdf', set !== null && !set.preview)
}
