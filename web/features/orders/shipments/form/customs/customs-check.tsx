import { Form, type FormInstance } from 'antd'
import { useMemo, useState, type ReactNode } from 'react'
import type { In } from '#contracts/kit/endpoint.ts'
import { customs } from '#contracts/orders/customs/customs.calls.ts'
import { useApi } from '../../../../../kit/http/query.ts'
import { useDebouncedValue } from '../../../../../kit/platform/use-timing.ts'
import { CustomsContext, type CustomsState } from '../../../customs/index.ts'
import { formPath, toWire, type Draft } from '../draft/draft.ts'

const PAUSE_MS = 500
const isWhole = (draft: Partial<Draft>): draft is Draft => draft.parcels !== undefined

/** What customs ask about, and nothing else. */
function customsQuestion(draft: Draft) {
  const {
    shipmentResource,
    customerId,
    depotId,
    shipperId,
    sender,
    consignee,
    customs: block,
    attributes,
    parcels,
  } = toWire(draft)
  return {
    shipmentResource,
    customerId,
    depotId,
    shipperId,
    sender: sender ? { country: sender.country, postalCode: sender.postalCode } : null,
    consignee: { country: consignee.country, postalCode: consignee.postalCode },
    customs: block,
    attributes: { dangerousGoods: attributes?.dangerousGoods, unNumber: attributes?.unNumber },
    parcels: parcels.map(({ weightKg, products }) => ({ weightKg, products })),
  }
}
type Question = In<typeof customs.check>

interface CheckOptions {
  customerId: string | null
  /** Who writes it may ask the checker. */
  enabled: boolean
  searches: boolean
  remembers: boolean
  strict: boolean
  /** An order that is there already: what it lacks is shown as it opens. */
  exists: boolean
}

/** The checker's findings of the order as it stands on the screen, half a second after a key. */
function useCustomsCheck(
  form: FormInstance<Draft>,
  { customerId, enabled: asks, searches, remembers, strict, exists }: CheckOptions,
): CustomsState {
  // A form without any entry lacks everything: that is no finding.
  const [begun, setBegun] = useState(exists)
  const now: string =
    Form.useWatch(
      (draft: Partial<Draft>) => (isWhole(draft) ? JSON.stringify(customsQuestion(draft)) : ''),
      { form, preserve: true },
    ) || JSON.stringify(customsQuestion(form.getFieldsValue(true)))
  if (!begun && form.isFieldsTouched()) setBegun(true)
  const enabled = asks && begun
  const settled = useDebouncedValue(now, PAUSE_MS)
  const found = useApi(customs.check, JSON.parse(settled) as Question, {
    enabled,
    keepPrevious: true,
    quiet: true,
    staleTime: 60_000,
  })
  const answer = enabled ? found.data : undefined
  const asking = enabled && (found.isFetching || settled !== now)
  return useMemo(() => {
    const own = { asking, customerId, searches, remembers, strict }
    if (!answer) return { verdict: null, ...own }
    const draft: Draft = form.getFieldsValue(true)
    const findings = answer.findings.map((one) => ({ ...one, path: formPath(draft, one.path) }))
    return { verdict: { ...answer, findings }, ...own }
  }, [answer, asking, customerId, searches, remembers, strict, form])
}

/** Hands the findings to what is inside; a key draws only what shows them again. */
export function CustomsCheck({
  form,
  children,
  ...options
}: CheckOptions & { form: FormInstance<Draft>; children: ReactNode }) {
  return <CustomsContext value={useCustomsCheck(form, options)}>{children}</CustomsContext>
}
