import { stockSkus, type SkuFound } from '#contracts/orders/stock/stock-skus.ts'
import { call } from '../../../kit/http/api.ts'

const same = (a: string, b: string) => a.toUpperCase() === b.toUpperCase()

/** The SKUs a code stands for: its own number, or one of its barcodes; never a beginning. */
export async function skusOfCode(code: string, customerId?: string): Promise<SkuFound[]> {
  const found = await call(
    stockSkus.find,
    { keyword: code, ...(customerId ? { customerId } : {}) },
    { quiet: true },
  )
  const named = found.filter(({ sku }) => same(sku, code))
  if (named.length > 0) return named
  const begins = ({ sku, nameCn, nameEn }: SkuFound) =>
    [sku, nameCn, nameEn].some((text) => text?.toUpperCase().includes(code.toUpperCase()))
  return found.filter((one) => !begins(one))
}

/** Lines of a sheet a code stands for. */
export async function linesOfCode<L extends { sku: string; barcodes?: string | null }>(
  lines: readonly L[],
  code: string,
): Promise<L[]> {
  const here = lines.filter(
    ({ sku, barcodes }) =>
      same(sku, code) || barcodes?.split(',').some((barcode) => same(barcode, code)),
  )
  if (here.length > 0) return here
  const skus = (await skusOfCode(code)).map(({ sku }) => sku)
  return lines.filter(({ sku }) => skus.includes(sku))
}
