import { Button, Form, type FormInstance } from 'antd'
import { serviceChoices } from '#contracts/orders/service-choices.ts'
import { useApi } from '../../../../kit/http/query.ts'
import { useDebouncedValue } from '../../../../kit/platform/use-timing.ts'
import { useCan } from '../../../../kit/session/permissions.tsx'
import { useT } from '../../../../kit/text/i18n.ts'
import type { Draft } from './draft/draft.ts'
import { priceQuestion } from './price/use-quote.ts'

const PAUSE_MS = 400
const isWhole = (draft: Partial<Draft>): draft is Draft => draft.parcels !== undefined

/** What the customer's rules choose while the order has no service, and why. */
export function ServiceProposal({ form }: { form: FormInstance<Draft> }) {
  const t = useT('shipments')
  const mayAsk = useCan(serviceChoices.propose)
  const now: string =
    Form.useWatch(
      (draft: Partial<Draft>) =>
        isWhole(draft) && !draft.serviceId ? JSON.stringify(priceQuestion(draft)) : '',
      { form, preserve: true },
    ) || ''
  const settled = useDebouncedValue(now, PAUSE_MS)
  const question = settled === '' ? null : (JSON.parse(settled) as ReturnType<typeof priceQuestion>)
  const ready =
    now !== '' &&
    now === settled &&
    Boolean(question?.consignee.country) &&
    (question?.parcels.every(({ weightKg }) => weightKg !== null) ?? false)
  const found = useApi(serviceChoices.propose, question ?? {}, {
    enabled: mayAsk && ready,
    quiet: true,
    staleTime: 60_000,
  })
  const chosen = ready ? found.data?.chosen : null
  if (!chosen) return null
  return (
    <p className="order-proposal" role="status">
      {t('serviceChoice.proposed', { text: chosen.text })}{' '}
      <Button
        size="small"
        type="link"
        onClick={() => form.setFieldValue('serviceId', chosen.serviceId)}
      >
        {t('serviceChoice.use')}
      </Button>
    </p>
  )
}
