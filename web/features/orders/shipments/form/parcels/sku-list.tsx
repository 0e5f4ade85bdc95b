import { Form } from 'antd'
import { isKind, kindOf } from '#contracts/orders/kinds/kinds.ts'
import { stockSkus } from '#contracts/orders/stock/stock-skus.ts'
import { useValue } from '../../../../../kit/form/form-values.ts'
import { useApi } from '../../../../../kit/http/query.ts'
import { useDebouncedValue } from '../../../../../kit/platform/use-timing.ts'
import { useCan } from '../../../../../kit/session/permissions.tsx'
import { useSession } from '../../../../../kit/session/session.ts'
import { customerOf } from '../draft/draft.ts'

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** What may be meant by the SKU that is being typed: the customer's own, where orders use stock. */
export function SkuList({ id, typed }: { id: string; typed: string }) {
  const form = Form.useFormInstance()
  const kind = textOf(useValue(form, 'shipmentResource'))
  const chosen = customerOf(useValue(form, 'customerId'))
  const depotId = textOf(useValue(form, 'depotId'))
  const customerId = useSession().user?.customerId ?? chosen
  const may = useCan(stockSkus.find)
  const keyword = useDebouncedValue(typed.trim())
  const found = useApi(
    stockSkus.find,
    { keyword, ...(customerId ? { customerId } : {}), ...(depotId ? { depotId } : {}) },
    {
      enabled: may && isKind(kind) && kindOf(kind).can.usesStock && customerId !== '',
      keepPrevious: true,
      quiet: true,
    },
  )
  return (
    <datalist id={id}>
      {(found.data ?? []).map((one) => (
        <option key={one.id} value={one.sku}>
          {[one.nameCn ?? one.nameEn, one.available].join(' · ')}
        </option>
      ))}
    </datalist>
  )
}
