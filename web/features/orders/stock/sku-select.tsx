import { useState } from 'react'
import { stockSkus, type SkuFound } from '#contracts/orders/stock/stock-skus.ts'
import { ChoiceInput } from '../../../kit/form/choices/choice-input.tsx'
import { useLang } from '../../../kit/text/i18n.ts'
import { useApi } from '../../../kit/http/query.ts'
import { useDebouncedValue } from '../../../kit/platform/use-timing.ts'

/** The SKU with its name in the reader's language. */
export function skuText(
  sku: { sku: string; nameCn: string | null; nameEn: string | null },
  lang: string,
): string {
  const name = lang === 'en_US' ? (sku.nameEn ?? sku.nameCn) : (sku.nameCn ?? sku.nameEn)
  return name ? `${sku.sku} · ${name}` : sku.sku
}

/** A SKU of one customer, by its beginning, a word of its name, or a scanned barcode. */
export function SkuSelect({
  id,
  value,
  onChange,
  onFound,
  customerId,
  depotId,
  text,
  label,
  autoFocus,
}: {
  id?: string
  value?: string | null
  onChange?: (id: string | null) => void
  onFound?: (sku: SkuFound | null) => void
  customerId: string | null
  depotId?: string | null
  /** The text of the chosen row, where they are known. */
  text?: string | null
  label?: string
  autoFocus?: boolean
}) {
  const lang = useLang()
  const [typed, setTyped] = useState('')
  const keyword = useDebouncedValue(typed.trim())
  const [open, setOpen] = useState(false)
  const [last, setLast] = useState<SkuFound | null>(null)
  const found = useApi(
    stockSkus.find,
    {
      keyword,
      ...(customerId ? { customerId } : {}),
      ...(depotId ? { depotId } : {}),
    },
    { enabled: open, keepPrevious: true, quiet: true },
  )
  const rows = found.data ?? []
  const options = rows.map((row) => ({
    value: row.id,
    label: `${skuText(row, lang)}${depotId ? ` (${row.available})` : ''}`,
  }))
  if (value && !options.some((one) => one.value === value))
    options.unshift({
      value,
      label: last?.id === value ? skuText(last, lang) : (text ?? value),
    })
  return (
    <ChoiceInput
      {...(id ? { id } : {})}
      {...(label ? { 'aria-label': label } : {})}
      {...(autoFocus ? { autoFocus } : {})}
      value={value ?? null}
      onTyped={setTyped}
      pending={typed.trim() !== keyword || found.isFetching}
      open={open}
      onOpenChange={setOpen}
      loading={found.isFetching && open}
      options={options}
      onChange={(chosen) => {
        const next = typeof chosen === 'string' ? chosen : null
        onChange?.(next)
        const sku = rows.find((row) => row.id === next) ?? null
        setLast(sku)
        onFound?.(sku)
      }}
    />
  )
}
