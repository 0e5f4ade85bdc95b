/** Goods of an announced return, one line per SKU. */
export interface GoodsLine {
  /** Of a named line its name. */
  sku: string
  /** Goods without a SKU, by a name in quotation marks. */
  named: boolean
  quantity: number
  serials: string[]
}

const LINES = 200
/** `SKU`, `SKU*2`, `SKU x 2`, serials behind in brackets, separated by blanks or commas. */
const LINE = /^([^\s*×[\]]{1,64})(?:\s*[*×x]\s*(\d{1,6}))?\s*(?:\[([^[\]]{0,2000})\])?$/i
/** `"Blue lamp"*2`: a name of goods that have no SKU. */
const NAMED = /^["“”]([^"“”[\]]{1,100})["“”](?:\s*[*×x]\s*(\d{1,6}))?$/i

/** Null where a line cannot be read. A SKU that comes twice is one line with both quantities. */
export function goodsLines(text: string): GoodsLine[] | null {
  const lines = text
    .split(/[\n;]/)
    .map((line) => line.trim())
    .filter(Boolean)
  if (lines.length > LINES) return null
  const found = new Map<string, GoodsLine>()
  for (const line of lines) {
    const name = NAMED.exec(line)
    const parts = name ?? LINE.exec(line)
    const quantity = Number(parts?.[2] ?? 1)
    const sku = parts?.[1]?.trim() ?? ''
    if (!parts || sku === '' || quantity < 1 || quantity > 100_000) return null
    const key = name ? `"${sku}"` : sku
    const serials = (parts[3] ?? '')
      .split(/[\s,]+/)
      .filter(Boolean)
      .map((serial) => serial.toUpperCase())
    const known = found.get(key)
    found.set(key, {
      sku,
      named: name !== null,
      quantity: (known?.quantity ?? 0) + quantity,
      serials: [...new Set([...(known?.serials ?? []), ...serials])].slice(0, 500),
    })
  }
  return [...found.values()]
}
