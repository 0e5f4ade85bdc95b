import { Button, Modal, Skeleton } from 'antd'
import { useState } from 'react'
import { transitWords } from '#contracts/commercial/transit.ts'
import type { z } from 'zod'
import { serviceChoices, type ComparedService } from '#contracts/orders/service-choices.ts'
import { Segments } from '../../../kit/form/segments.tsx'
import { useApi } from '../../../kit/http/query.ts'
import { Money } from '../../../kit/platform/cells.tsx'
import { Empty, ErrorNote } from '../../../kit/platform/empty.tsx'
import { formatNumber } from '../../../kit/text/formats.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { rankServices, type RankBy } from './rank-services.ts'
import './service-choices.css'

export type CompareQuestion = z.input<typeof serviceChoices.compare.in>

/** Every service open for a shipment: price, days, or why it does not take it; one is chosen. */
export function CompareServices({
  question,
  chosen,
  onChoose,
  onClose,
}: {
  question: CompareQuestion
  chosen: string | null
  onChoose: (service: ComparedService) => void
  onClose: () => void
}) {
  const t = useT('service-choices')
  const [by, setBy] = useState<RankBy>('price')
  const found = useApi(serviceChoices.compare, question, { staleTime: 60_000 })
  const services = found.data?.services
  return (
    <Modal
      open
      width={760}
      className="py-dialog"
      title={t('compare.title')}
      footer={null}
      onCancel={onClose}
      destroyOnHidden
    >
      {found.error && <ErrorNote error={found.error} retry={() => void found.refetch()} />}
      {!services && !found.error && <Skeleton active />}
      {services?.length === 0 && <Empty kind="nothing" title={t('compare.none')} />}
      {services && services.length > 0 && (
        <>
          <Segments
            aria-label={t('compare.by')}
            value={by}
            onChange={setBy}
            options={(['price', 'days'] as const).map((value) => ({
              value,
              label: t(`compare.by.${value}`),
            }))}
          />
          <div className="choice-rows" tabIndex={0} role="region" aria-label={t('compare.title')}>
            <table>
              <thead>
                <tr>
                  <th scope="col">{t('compare.service')}</th>
                  <th scope="col">{t('compare.gross')}</th>
                  <th scope="col">{t('compare.days')}</th>
                  <td />
                </tr>
              </thead>
              <tbody>
                {rankServices(services, by).map((service) => (
                  <Row
                    key={service.id}
                    service={service}
                    chosen={service.id === chosen}
                    onChoose={() => onChoose(service)}
                  />
                ))}
              </tbody>
            </table>
          </div>
        </>
      )}
    </Modal>
  )
}

function Row({
  service: { code, name, price, transit, issues },
  chosen,
  onChoose,
}: {
  service: ComparedService
  chosen: boolean
  onChoose: () => void
}) {
  const t = useT('service-choices')
  const r = useT('rating')
  const words = transitWords(transit)
  const service = (
    <th scope="row">
      {code} <small>{name}</small>
    </th>
  )
  if (!price)
    return (
      <tr className="choice-unfit">
        {service}
        <td colSpan={3}>{issues.join(' ')}</td>
      </tr>
    )
  return (
    <tr>
      {service}
      <td className="py-num">
        <Money amount={price.gross} currency={price.currency} />
        {price.net !== price.gross && (
          <small> {t('compare.net', { net: formatNumber(price.net) })}</small>
        )}
      </td>
      <td>{words ? r(`days.${words.name}`, words.params) : '–'}</td>
      <td>
        <Button
          size="small"
          disabled={chosen}
          aria-label={t('compare.use', { code })}
          onClick={onChoose}
        >
          {t(chosen ? 'compare.chosen' : 'compare.choose')}
        </Button>
      </td>
    </tr>
  )
}
