import { use, useEffect, useEffectEvent } from 'react'
import { customs } from '#contracts/orders/customs/customs.calls.ts'
import { useApi } from '../../../kit/http/query.ts'
import { useDebouncedValue } from '../../../kit/platform/use-timing.ts'
import { CustomsContext } from './findings.tsx'
import { filledIn, type PickedGoods } from './picked-goods.ts'

const PAUSE_MS = 400

/** Fills a line that has nothing but a SKU with what the customer declared for it last. */
export function SkuMemory({ sku, onFill }: { sku: string; onFill: (goods: PickedGoods) => void }) {
  const { customerId, remembers } = use(CustomsContext)
  const settled = useDebouncedValue(sku.trim(), PAUSE_MS)
  const found = useApi(
    customs.searchHscode,
    { q: '', sku: settled, ...(customerId ? { customerId } : {}) },
    { enabled: remembers && settled.length > 1 && settled === sku.trim(), quiet: true },
  )
  const known = found.data?.remembered.find((one) => one.sku === sku.trim())
  const fill = useEffectEvent(() => known && onFill(filledIn(known)))
  useEffect(() => {
    fill()
  }, [known])
  return null
}
