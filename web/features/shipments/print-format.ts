import type { Download } from '../../kit/api.ts'
import { saveBlob } from '../../kit/csv.ts'
import { isObject, keep, kept } from '../../kit/storage.ts'

/** What a workstation's printer takes. Remembered in this browser: the printer stands beside it, wherever a person signs in. */
export const FORMATS = ['pdf.100x150', 'pdf.A6', 'zpl.203', 'zpl.300'] as const
export type PrintFormat = (typeof FORMATS)[number]
const STORED_AS = 'label_print'

const isKept = (value: unknown): value is { format: PrintFormat } => isObject(value) && FORMATS.some((format) => format === value.format)

export const rememberedFormat = (): PrintFormat => kept(STORED_AS, isKept)?.format ?? 'pdf.100x150'
export const rememberFormat = (format: PrintFormat): void => keep(STORED_AS, { format }, null)

/** The label call's own words for it. */
export function formatInput(format: PrintFormat) {
  switch (format) {
    case 'pdf.100x150': return { format: 'pdf', size: '100x150' } as const
    case 'pdf.A6': return { format: 'pdf', size: 'A6' } as const
    case 'zpl.203': return { format: 'zpl', dpi: 203 } as const
    case 'zpl.300': return { format: 'zpl', dpi: 300 } as const
  }
}

/** A PDF opens in a window of its own, ready to be printed; printer language is a file for the printer's spooler. */
export function handLabels({ blob, name }: Download, format: PrintFormat): void {
  if (!format.startsWith('pdf')) return saveBlob(blob, name ?? 'labels.zpl')
  const url = URL.createObjectURL(new Blob([blob], { type: 'application/pdf' }))
  if (!window.open(url, '_blank')) return saveBlob(blob, name ?? 'labels.pdf')
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
