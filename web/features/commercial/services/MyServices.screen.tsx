import { Skeleton } from 'antd'
import { useRef, useState } from 'react'
import { simulator } from '#contracts/commercial/simulate.ts'
import { myServices } from '#contracts/commercial/services.mine.ts'
import { useApi } from '../../../kit/http/query.ts'
import { useAddress } from '../../../kit/list/use-address.ts'
import { Empty, ErrorNote } from '../../../kit/platform/empty.tsx'
import { PageHeader } from '../../../kit/platform/page-header.tsx'
import { RefSelect } from '../../../kit/form/choices/ref-select.tsx'
import { useCan } from '../../../kit/session/permissions.tsx'
import { useSession } from '../../../kit/session/session.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { MyServiceCard } from './my-service-card.tsx'
import { Simulator } from './simulator/simulator.tsx'
import './services.css'
import './my-services.css'

/** What is open to a customer: limits in words, prices to calculate and to take along. */
export default function MyServices({ title }: { title: string }) {
  const t = useT('services')
  const own = useSession().user?.customerId ?? null
  const seePrices = useCan(simulator.simulate)
  const [params, change] = useAddress()
  const customerId = own === null ? params.get('customer') : null
  const panel = useRef<HTMLElement>(null)
  const [words, setWords] = useState('')
  const [chosen, setChosen] = useState<string | null>(null)
  const found = useApi(myServices.list, { customerId }, { keepPrevious: true })
  const services = found.data ?? []
  const shown = services.filter(({ code, name, countries }) =>
    [code, name, ...countries].some((text) =>
      text.toLowerCase().includes(words.trim().toLowerCase()),
    ),
  )
  const current = services.find(({ id }) => id === chosen) ?? shown[0]
  return (
    <div className="svc-page">
      <PageHeader title={title} note={found.data && t('mine.count', { count: services.length })} />
      <div className="mine-tools">
        <input
          className="py-input"
          type="search"
          aria-label={t('mine.search')}
          placeholder={t('mine.search')}
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
        {own === null && (
          <label className="py-hidden" htmlFor="my-services-of">
            {t('mine.customer')}
          </label>
        )}
        {own === null && (
          <RefSelect
            of="customers"
            id="my-services-of"
            value={customerId}
            placeholder={t('mine.customer')}
            onChange={(value) =>
              change((now) => {
                if (typeof value === 'string') now.set('customer', value)
                else now.delete('customer')
                return now
              })
            }
          />
        )}
      </div>
      {found.error && !found.data && (
        <ErrorNote error={found.error} retry={() => void found.refetch()} />
      )}
      {!found.data && !found.error && <Skeleton active />}
      {found.data && shown.length === 0 && (
        <Empty
          kind={services.length === 0 ? 'nothing' : 'noMatch'}
          title={t(services.length === 0 ? 'mine.none' : 'mine.noMatch')}
        />
      )}
      <div className="mine-columns">
        <ul className="mine-list">
          {shown.map((service) => (
            <MyServiceCard
              key={service.id}
              service={service}
              customerId={customerId}
              chosen={seePrices && service.id === current?.id}
              onCalculate={() => {
                setChosen(service.id)
                requestAnimationFrame(() => panel.current?.scrollIntoView({ block: 'start' }))
              }}
            />
          ))}
        </ul>
        {seePrices && current && (
          <aside ref={panel} className="svc-main mine-try" aria-label={t('part.try')}>
            <p className="mine-name">
              {current.code} {current.name}
            </p>
            <Simulator
              key={customerId ?? ''}
              serviceCode={current.code}
              customer={customerId}
              onChoose={setChosen}
            />
          </aside>
        )}
      </div>
    </div>
  )
}
