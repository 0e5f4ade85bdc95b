import { Button } from 'antd'
import { Link } from 'react-router'
import { numberSegmentList } from '#contracts/commercial/numbers/number-segments.entity.ts'
import { partitions } from '#contracts/commercial/partitions.ts'
import { serviceRules } from '#contracts/commercial/service-rules.ts'
import type { Crud } from '#contracts/kit/crud.ts'
import { useOpen } from '../../../kit/list/use-open.ts'
import { ResourceScreen } from '../../../kit/resource/resource-screen.tsx'
import { Can } from '../../../kit/session/permissions.tsx'
import { useT } from '../../../kit/text/i18n.ts'

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

const ZONES = ['code', 'name', 'nameEn', 'remark', 'rows'] as const
export function ZonesPart({ serviceId }: { serviceId: string }) {
  const t = useT('services')
  return (
    <ResourceScreen
      of={partitions}
      name="service-zones"
      header={false}
      fixed={{ serviceId }}
      columns={ZONES}
      cells={{
        rows: (row) => (
          <Link to={`/delivery/partition-configs?partitionId=${row.id}`}>{t('zones.rows')}</Link>
        ),
      }}
      top={<NewOf of={partitions} label={t('zones.new')} />}
    />
  )
}

/** Serials are no amounts: they have no separators. */
const NUMBER_CELLS = {
  startNo: (row: { startNo: number | null }) => String(row.startNo ?? ''),
  endNo: (row: { endNo: number | null }) => String(row.endNo ?? ''),
  nextNo: (row: { nextNo: number | null }) => String(row.nextNo ?? ''),
}
const NUMBERS = ['code', 'scheme', 'customerId', 'startNo', 'endNo', 'nextNo', 'status'] as const
export function NumbersPart({ serviceId }: { serviceId: string }) {
  const t = useT('services')
  return (
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
  )
}
