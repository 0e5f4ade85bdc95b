import { Button, Checkbox, Modal } from 'antd'
import dayjs from 'dayjs'
import { useId, useMemo, useState } from 'react'
import { Link } from 'react-router'
import { raises } from '#contracts/commercial/prices/raises.ts'
import { serviceDesk } from '#contracts/commercial/services.ts'
import type { Out } from '#contracts/kit/endpoint.ts'
import { kgToGrams } from '#contracts/kit/units.ts'
import { DateInput } from '../../../kit/form/date-input.tsx'
import { DecimalInput } from '../../../kit/form/decimal-input.tsx'
import { PercentInput } from '../../../kit/form/percent-input.tsx'
import { RefSelect } from '../../../kit/form/choices/ref-select.tsx'
import { call } from '../../../kit/http/api.ts'
import { useApi } from '../../../kit/http/query.ts'
import { useNotify } from '../../../kit/http/notify.tsx'
import { useAction } from '../../../kit/http/use-action.ts'
import { ErrorNote } from '../../../kit/platform/empty.tsx'
import { useDebouncedValue } from '../../../kit/platform/use-timing.ts'
import { useCan } from '../../../kit/session/permissions.tsx'
import { companyToday } from '../../../kit/session/company-zone.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { RaisedTable } from './raised-table.tsx'
import { startOf } from './version-strip.tsx'
import './prices.css'

type Made = Out<typeof raises.make>['made']
const idsOf = (chosen: string | readonly string[] | null): string[] =>
  chosen === null ? [] : [chosen].flat()

/** One percentage for chosen customers and services from a day on: shown first, made in one go. */
export default function RaiseDialog({
  customers,
  onClose,
}: {
  customers: readonly string[]
  onClose: () => void
}) {
  const t = useT('prices')
  const notify = useNotify()
  const field = useId()
  const [customerIds, setCustomers] = useState<readonly string[]>(customers)
  const [serviceIds, setServices] = useState<readonly string[]>([])
  const [percentBp, setPercent] = useState<unknown>(300)
  const [day, setDay] = useState<dayjs.Dayjs | null>(() =>
    dayjs(companyToday()).add(1, 'month').startOf('month'),
  )
  const [kg, setKg] = useState('1')
  const [announced, setAnnounced] = useState(false)
  const [made, setMade] = useState<Made | null>(null)
  const make = useAction(raises.make, { ownRefusals: true })
  const mayList = useCan(serviceDesk.ofCustomer)
  const back = useAction(raises.takeBack, { success: false })

  const sampleG = useDebouncedValue(kgToGrams(kg))
  const asked =
    customerIds.length > 0 &&
    serviceIds.length > 0 &&
    typeof percentBp === 'number' &&
    percentBp !== 0 &&
    day !== null
      ? {
          customerIds: [...customerIds],
          serviceIds: [...serviceIds],
          percentBp,
          from: day.format('YYYY-MM-DD'),
        }
      : null
  // As a text: every drawing makes another object.
  const asking = JSON.stringify(asked)
  const key = useDebouncedValue(asking)
  const settled = useMemo(() => JSON.parse(key) as typeof asked, [key])
  const shown = useApi(
    raises.preview,
    { ...(settled ?? NOTHING), sampleG: sampleG ?? 1000 },
    { enabled: settled !== null && made === null, staleTime: 0, keepPrevious: true },
  )
  const tables = settled === null ? [] : (shown.data?.tables ?? [])
  const changes = tables.some(({ whyNot }) => whyNot === null)
  const run = async () => {
    if (!asked) return
    const done = await make.run({ ...asked, announced })
    if (done.ok) setMade(done.result.made)
  }
  const takeBack = async (versions: Made) => {
    const done = await back.run({ ids: versions.map(({ versionId }) => versionId) })
    if (!done.ok) return
    const refused = done.result.rows.find(({ ok }) => !ok)
    if (refused) notify.warning(refused.message ?? '')
    else {
      notify.success(t('lift.done'))
      onClose()
    }
  }
  const allServices = async () => {
    try {
      const found = await call(serviceDesk.ofCustomer, { customerId: customerIds[0]! })
      setServices(found.flatMap(({ id, open }) => (open ? [id] : [])))
    } catch (error) {
      notify.failed(error)
    }
  }
  if (made) return <MadeVersions made={made} busy={back.busy} onBack={takeBack} onClose={onClose} />
  // Days that are over and too many pairs are refused by the preview, too.
  const refused =
    make.error ?? (settled !== null && shown.error?.issues.length ? shown.error : null)
  const issues = refused?.issues ?? []
  return (
    <Modal
      open
      width={860}
      className="py-dialog"
      title={t('lift.title')}
      okText={t('lift.run')}
      cancelText={t('action.cancel')}
      okButtonProps={{
        loading: make.busy,
        // What is run is what is shown.
        disabled: !changes || shown.isFetching || asked === null || asking !== key,
      }}
      onOk={() => void run()}
      onCancel={onClose}
      destroyOnHidden
    >
      <p>{t('lift.hint')}</p>
      <div className="price-lift">
        <label htmlFor={`${field}-c`}>{t('lift.customers')}</label>
        <RefSelect
          id={`${field}-c`}
          of="customers"
          many
          autoFocus={customers.length === 0}
          value={customerIds}
          onChange={(chosen) => setCustomers(idsOf(chosen))}
        />
        <label htmlFor={`${field}-s`}>{t('lift.services')}</label>
        <span>
          <RefSelect
            id={`${field}-s`}
            of="delivery-services"
            many
            autoFocus={customers.length > 0}
            value={serviceIds}
            onChange={(chosen) => setServices(idsOf(chosen))}
          />
          {mayList && customerIds.length === 1 && (
            <Button type="link" size="small" onClick={() => void allServices()}>
              {t('lift.all')}
            </Button>
          )}
        </span>
        <label htmlFor={`${field}-p`}>{t('lift.percent')}</label>
        <PercentInput id={`${field}-p`} value={percentBp} onChange={setPercent} />
        <label htmlFor={`${field}-d`}>{t('lift.from')}</label>
        <DateInput id={`${field}-d`} value={day} onChange={setDay} />
        <label htmlFor={`${field}-w`}>{t('lift.sample')}</label>
        <DecimalInput id={`${field}-w`} value={kg} onChange={setKg} suffix="kg" />
      </div>
      <p>
        <Checkbox checked={announced} onChange={(event) => setAnnounced(event.target.checked)}>
          {t('activate.announce')}
        </Checkbox>
      </p>
      {settled === null && <p className="py-hint">{t('lift.none')}</p>}
      {settled !== null && shown.error && shown.error !== refused && (
        <ErrorNote error={shown.error} retry={() => void shown.refetch()} />
      )}
      {tables.map((one) => (
        <RaisedTable key={`${one.service.id}/${one.table?.id}/${one.whyNot}`} of={one} kg={kg} />
      ))}
      {refused && (
        <ul role="alert" className="price-failed">
          {(issues.length > 0 ? issues : [{ path: '', message: refused.message }]).map(
            ({ path, message }) => (
              <li key={path}>{message}</li>
            ),
          )}
        </ul>
      )}
    </Modal>
  )
}

const NOTHING = { customerIds: [], serviceIds: [], percentBp: 0, from: '' }

/** What was made, each with the way to it, and the way back while none of it counts. */
function MadeVersions({
  made,
  busy,
  onBack,
  onClose,
}: {
  made: Made
  busy: boolean
  onBack: (made: Made) => Promise<void>
  onClose: () => void
}) {
  const t = useT('prices')
  return (
    <Modal
      open
      title={t('lift.made', { count: made.length })}
      onCancel={onClose}
      footer={
        <>
          <Button loading={busy} onClick={() => void onBack(made)}>
            {t('lift.back')}
          </Button>
          <Button type="primary" onClick={onClose}>
            {t('action.close')}
          </Button>
        </>
      }
    >
      <ul>
        {made.map(({ service, feeId, code, versionId, versionNo, names, validFrom }) => (
          <li key={versionId}>
            <Link to={`/delivery/prices?fee=${feeId}&version=${versionId}`} onClick={onClose}>
              {t('lift.made.line', {
                service,
                code,
                no: versionNo,
                at: startOf(validFrom),
                names: names.join(t('list.comma')),
              })}
            </Link>
          </li>
        ))}
      </ul>
    </Modal>
  )
}
