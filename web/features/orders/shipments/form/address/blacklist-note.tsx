import { Alert, Form } from 'antd'
import { consignees } from '#contracts/parties/consignees.ts'
import { useApi } from '../../../../../kit/http/query.ts'
import { useDebouncedValue } from '../../../../../kit/platform/use-timing.ts'
import { useCan } from '../../../../../kit/session/permissions.tsx'
import { useT } from '../../../../../kit/text/i18n.ts'
import type { Draft } from '../draft/draft.ts'

/** Warns in the form where the consignee is blacklisted. */
export function BlacklistNote({ customerId }: { customerId: string }) {
  const t = useT('shipments')
  const mayAsk = useCan(consignees.warn)
  const form = Form.useFormInstance<Draft>()
  const consignee = Form.useWatch('consignee', form)
  const receiver = {
    name: consignee?.name ?? '',
    phone: consignee?.phone ?? '',
    email: consignee?.email ?? '',
    country: consignee?.country ?? '',
    postalCode: consignee?.postalCode ?? '',
  }
  const settled = useDebouncedValue(JSON.stringify(receiver))
  const enough =
    receiver.phone !== '' ||
    receiver.email !== '' ||
    (receiver.name !== '' && receiver.country !== '')
  const found = useApi(
    consignees.warn,
    { ...(JSON.parse(settled) as typeof receiver), customerId },
    { enabled: mayAsk && enough && settled === JSON.stringify(receiver), quiet: true },
  )
  if (!enough || !found.data) return null
  return (
    <Alert
      type="warning"
      showIcon
      className="py-summary"
      title={t('form.blacklisted', { name: found.data.name })}
      description={found.data.reason}
    />
  )
}
