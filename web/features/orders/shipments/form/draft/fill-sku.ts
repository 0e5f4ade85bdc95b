import { stockSkus, type SkuFound } from '#contracts/orders/stock/stock-skus.ts'
import { call } from '../../../../../kit/http/api.ts'
import { partsOf, valueAt, withValueAt } from '../../../../../kit/form/paths.ts'
import { completeProduct } from './draft-edit.ts'
import { customerOf, type Draft } from './draft.ts'

/** Fields of a line that a SKU brings along, as the form writes them. */
const FILLED = [
  'nameCn',
  'nameEn',
  'hscodeCn',
  'hscodeForeign',
  'unitWeightKg',
  'unitPrice',
  'currency',
  'material',
  'brand',
] as const satisfies readonly (keyof SkuFound)[]

/** The SKU that was typed or whose barcode was scanned; null where it is no SKU of the customer. */
export async function knownSku(
  draft: Pick<Draft, 'customerId' | 'depotId'>,
  typed: string,
): Promise<SkuFound | null> {
  const keyword = typed.trim()
  const customerId = customerOf(draft.customerId)
  if (keyword === '') return null
  const found = await call(
    stockSkus.find,
    {
      keyword,
      ...(customerId ? { customerId } : {}),
      ...(draft.depotId ? { depotId: draft.depotId } : {}),
    },
    { quiet: true },
  ).catch(() => [])
  // What was typed whole comes first; a beginning alone is no choice unless it leads to one SKU.
  const [only] = found.length === 1 ? found : []
  return found.find((one) => one.sku === keyword) ?? (only && isMeant(only, keyword) ? only : null)
}

/** Its beginning or a barcode: what holds the text nowhere was found by its code. */
function isMeant({ sku, nameCn, nameEn }: SkuFound, keyword: string): boolean {
  const at = (of: string | null) => of?.toUpperCase().indexOf(keyword.toUpperCase()) ?? -1
  return at(sku) === 0 || [sku, nameCn, nameEn].every((one) => at(one) < 0)
}

/**
 * The line with the values of its SKU, unless another SKU was typed meanwhile. `asked`: the draft
 * the SKU was looked up from; what was typed since stays.
 */
export function withSku(
  draft: Draft,
  path: string,
  typed: string,
  { sku, asked }: { sku: SkuFound; asked: Draft },
): Draft {
  if (valueAt(draft, path) !== typed) return draft
  const line = path.slice(0, path.lastIndexOf('.'))
  const isSame = (at: string) => valueAt(draft, at) === valueAt(asked, at)
  return FILLED.reduce(
    (now, field) =>
      sku[field] && isSame(`${line}.${field}`)
        ? withValueAt(now, `${line}.${field}`, sku[field])
        : now,
    withValueAt(draft, path, sku.sku),
  )
}

/** The same where orders use no stock: what is written stays, and only a SKU itself is known. */
export function completedBy(
  draft: Draft,
  path: string,
  typed: string,
  { sku }: { sku: SkuFound },
): Draft {
  if (valueAt(draft, path) !== typed || sku.sku !== typed.trim()) return draft
  const [, at, , line] = partsOf(path)
  const goods = Object.fromEntries(FILLED.map((field) => [field, sku[field]]))
  return completeProduct(draft, Number(at), Number(line), goods)
}
