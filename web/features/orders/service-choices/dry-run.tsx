import { Button, Modal, Select } from 'antd'
import { useState } from 'react'
import type { Out } from '#contracts/kit/endpoint.ts'
import { serviceChoices, serviceChoiceList } from '#contracts/orders/service-choices.ts'
import { useApi } from '../../../kit/http/query.ts'
import { Empty, ErrorNote } from '../../../kit/platform/empty.tsx'
import { RefSelect } from '../../../kit/form/choices/ref-select.tsx'
import { useCan } from '../../../kit/session/permissions.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import './service-choices.css'

type Result = Out<typeof serviceChoices.dryRun>
const DAYS = [7, 14, 31]

/** What the rules would have chosen for the orders of the last days. */
export default function DryRun({ onClose }: { onClose: () => void }) {
  const t = useT('service-choices')
  const staff = useCan(serviceChoiceList.fields.customerId.perm as 'base:customer:list')
  const [customerId, setCustomerId] = useState<string | null>(null)
  const [days, setDays] = useState(7)
  const [asked, setAsked] = useState(false)
  const found = useApi(
    serviceChoices.dryRun,
    { days, ...(customerId ? { customerId } : {}) },
    { enabled: asked, staleTime: 0 },
  )
  return (
    <Modal
      open
      width={760}
      className="py-dialog"
      title={t('dryRun.title')}
      footer={null}
      onCancel={onClose}
      destroyOnHidden
    >
      <p>{t('dryRun.hint')}</p>
      <div className="choice-asked">
        {staff && (
          <>
            <label htmlFor="choice-customer">{t('dryRun.customer')}</label>
            <RefSelect
              id="choice-customer"
              of="customers"
              value={customerId}
              onChange={(id) => setCustomerId(id === null ? null : String(id))}
            />
          </>
        )}
        <Select
          aria-label={t('dryRun.days')}
          value={days}
          onChange={setDays}
          options={DAYS.map((value) => ({ value, label: t('dryRun.last', { days: value }) }))}
        />
        <Button type="primary" loading={found.isFetching} onClick={() => setAsked(true)}>
          {t('dryRun.run')}
        </Button>
      </div>
      {found.error && <ErrorNote error={found.error} retry={() => void found.refetch()} />}
      {found.data && <Outcome result={found.data} />}
    </Modal>
  )
}

function Outcome({ result }: { result: Result }) {
  const t = useT('service-choices')
  const { orders, same, other, none, rules, rows } = result
  if (orders === 0) return <Empty kind="nothing" title={t('dryRun.none')} />
  return (
    <>
      <p role="status">{t('dryRun.sum', { orders, same, other, none })}</p>
      <ul>
        {rules.map((one) => (
          <li key={`${one.rule}/${one.service}`}>{t('dryRun.rule', { ...one })}</li>
        ))}
      </ul>
      <div className="choice-rows">
        <table>
          <thead>
            <tr>
              <th>{t('dryRun.order')}</th>
              <th>{t('dryRun.was')}</th>
              <th>{t('dryRun.would')}</th>
              <th>{t('dryRun.why')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ id, serialNumber, service, chosen }) => (
              <tr key={id}>
                <td>{serialNumber}</td>
                <td>{service}</td>
                <td>{chosen?.serviceCode ?? '–'}</td>
                <td>{chosen?.text ?? ''}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}
