import { plainDecimal } from '../../../../../kit/form/lines/paste-cells.ts'

/** `30×20×10` in one cell, as packers write it. */
export function sidesOf(text: string): [string, string, string] | null {
  const found = /^([\d.,]+)\s*[x×*X＊✕]\s*([\d.,]+)\s*[x×*X＊✕]\s*([\d.,]+)\s*(?:cm|厘米)?$/.exec(
    text.normalize('NFKC').trim(),
  )
  const [, length = '', width = '', height = ''] = found ?? []
  return found ? [plainDecimal(length), plainDecimal(width), plainDecimal(height)] : null
}
