import { Button, Select, Skeleton } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { channels } from '#contracts/commercial/channels.ts'
import { deliveryServices } from '#contracts/commercial/delivery-services.ts'
import { numberSegmentList } from '#contracts/commercial/numbers/number-segments.entity.ts'
import { partitions } from '#contracts/commercial/partitions.ts'
import { serviceRules } from '#contracts/commercial/service-rules.ts'
import { serviceDesk } from '#contracts/commercial/services.ts'
import { surcharges } from '#contracts/commercial/surcharges.ts'
import type { Crud } from '#contracts/kit/crud.ts'
import { useApi } from '../../../kit/http/query.ts'
import { useOpen } from '../../../kit/list/use-open.ts'
import { Empty, ErrorNote } from '../../../kit/platform/empty.tsx'
import { FieldsPart } from '../../../kit/resource/desk/fields-part.tsx'
import { ResourceScreen } from '../../../kit/resource/resource-screen.tsx'
import { Can } from '../../../kit/session/permissions.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { RoutingOf, ZonesOf } from '../zones/index.ts'
import type { ServiceRow } from './service-row.ts'

function NewOf({ of, label }: { of: Crud; label: string }) {
  const { show } = useOpen(of.name)
  return (
    <Can action={of.endpoints.add}>
      <div className="svc-part-actions">
        <Button onClick={() => show({ kind: 'new', id: null })}>{label}</Button>
      </div>
    </Can>
  )
}

/** `31.5000` as stored reads 31.5. */
const plain = (value: string | null | undefined) =>
  value?.includes('.') ? value.replace(/\.?0+$/, '') : (value ?? '')
const LIMIT_CELLS = {
  minValue: (row: { minValue: string | null }) => plain(row.minValue),
  maxValue: (row: { maxValue: string | null }) => plain(row.maxValue),
}
const LIMITS = ['validType', 'minValue', 'maxValue', 'remark'] as const
export function LimitsPart({ serviceId }: { serviceId: string }) {
  const t = useT('services')
  return (
    <ResourceScreen
      of={serviceRules}
      name="service-limits"
      header={false}
      fixed={{ serviceId }}
      columns={LIMITS}
      cells={LIMIT_CELLS}
      figures={['minValue', 'maxValue']}
      top={<NewOf of={serviceRules} label={t('limits.new')} />}
    />
  )
}

const ZONES = ['code', 'name', 'nameEn', 'transitMin', 'transitMax', 'remark'] as const
export function ZonesPart({ serviceId }: { serviceId: string }) {
  const t = useT('services')
  return (
    <>
      <ResourceScreen
        of={partitions}
        name="service-zones"
        header={false}
        fixed={{ serviceId }}
        columns={ZONES}
        top={<NewOf of={partitions} label={t('zones.new')} />}
      />
      <ZonesOf serviceId={serviceId} />
    </>
  )
}

const SURCHARGES = [
  'name',
  'feeVersionId',
  'kind',
  'amount',
  'rateBp',
  'fuelIndexId',
  'applies',
  'threshold',
  'remoteListId',
  'validFrom',
  'validTo',
] as const

/** The surcharges of one of the price tables, the standard one unless another is chosen. */
export function SurchargesPart({ serviceId }: { serviceId: string }) {
  const t = useT('services')
  const found = useApi(serviceDesk.tables, { id: serviceId }, { staleTime: 0 })
  const [chosen, setChosen] = useState<string | null>(null)
  if (found.error && !found.data)
    return <ErrorNote error={found.error} retry={() => void found.refetch()} />
  if (!found.data) return <Skeleton active />
  const table = found.data.find(({ id }) => id === chosen) ?? found.data[0]
  if (!table) return <Empty kind="nothing" title={t('prices.none')} />
  const draft = table.versions.some(({ state }) => state === 'draft')
  return (
    <>
      <div className="svc-choose">
        <label htmlFor="svc-surcharges-of">{t('surcharges.of')}</label>
        <Select
          id="svc-surcharges-of"
          value={table.id}
          onChange={setChosen}
          options={found.data.map(({ id, code, name, kind }) => ({
            value: id,
            label: `${t(`prices.${kind}`)} · ${code} ${name}`,
          }))}
        />
      </div>
      <p className="py-hint">
        {t(draft ? 'surcharges.draft' : 'surcharges.noDraft')}{' '}
        <Link to={`/delivery/prices?fee=${table.id}`}>{t('surcharges.versions')}</Link>
      </p>
      <ResourceScreen
        key={table.id}
        of={surcharges}
        name="service-surcharges"
        header={false}
        fixed={{ feeId: table.id }}
        columns={SURCHARGES}
        top={draft ? <NewOf of={surcharges} label={t('surcharges.new')} /> : null}
      />
    </>
  )
}

/** What parcels of the service are sorted by. */
export function RoutingPart({ row }: { row: ServiceRow }) {
  const channel = useApi(channels.endpoints.queryById, { id: row.channelId ?? '' })
  if (channel.error && !channel.data)
    return <ErrorNote error={channel.error} retry={() => void channel.refetch()} />
  const supplierId = channel.data?.supplierId
  if (!supplierId) return <Skeleton active />
  return (
    <RoutingOf serviceId={row.id} serviceCode={row.code ?? ''} supplierId={String(supplierId)} />
  )
}

/** Serials are no amounts: they have no separators. */
const NUMBER_CELLS = {
  startNo: (row: { startNo: number | null }) => String(row.startNo ?? ''),
  endNo: (row: { endNo: number | null }) => String(row.endNo ?? ''),
  nextNo: (row: { nextNo: number | null }) => String(row.nextNo ?? ''),
}
const SOURCE = ['numberSource'] as const
const NUMBERS = ['code', 'scheme', 'customerId', 'startNo', 'endNo', 'nextNo', 'status'] as const
export function NumbersPart({ row }: { row: ServiceRow }) {
  const t = useT('services')
  const serviceId = row.id
  return (
    <>
      <FieldsPart of={deliveryServices} row={row} part="numbers" fields={SOURCE} />
      <ResourceScreen
        of={numberSegmentList}
        name="service-numbers"
        header={false}
        fixed={{ serviceId }}
        columns={NUMBERS}
        cells={NUMBER_CELLS}
        figures={['startNo', 'endNo', 'nextNo']}
        top={<NewOf of={numberSegmentList} label={t('numbers.new')} />}
      />
    </>
  )
}
