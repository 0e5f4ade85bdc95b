import { AimOutlined, KeyOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { couriers } from '#contracts/carriers/couriers.ts'
import { deliveryNumbers } from '#contracts/tracking/delivery-numbers.ts'
import { courierDesk } from '#contracts/tracking/courier-desk.ts'
import type { RowOf } from '#contracts/kit/entity.ts'
import { STATIC } from '#contracts/kit/static-files.ts'
import { BASE } from '../../../kit/http/api.ts'
import { PictureInput } from '../../../pickers/picture-input.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { useRightsCheck } from '../../../kit/session/permissions.tsx'
import { ResourceScreen } from '../../../kit/resource/resource-screen.tsx'
import type { RowAction } from '../../../kit/table/row-actions.tsx'
import { CourierHealth } from './couriers/courier-health.tsx'
import './tracking.css'

const DetectDialog = lazy(() => import('./couriers/detect-dialog.tsx'))
const KeyDialog = lazy(() => import('./key-dialog.tsx'))
type Row = RowOf<typeof couriers>

/** Couriers, and the keys of those that are spoken to; the keys never come in a row. */
export default function Couriers() {
  const t = useT('tracking')
  const tc = useT('couriers')
  const may = useRightsCheck()
  const [keysOf, setKeysOf] = useState<Row | null>(null)
  const [detecting, setDetecting] = useState(false)
  const actions = (row: Row): RowAction[] =>
    may('trk:courier:edit')
      ? [
          {
            key: 'keys',
            label: t('keys.open'),
            icon: <KeyOutlined />,
            blocked: row.adapter === 'none' ? t('keys.noAdapter') : null,
            onClick: () => setKeysOf(row),
          },
        ]
      : []
  return (
    <>
      <ResourceScreen
        of={couriers}
        inputs={{
          logo: (props) => (
            <PictureInput
              {...props}
              name=""
              words={{ label: tc('logo'), choose: tc('logo.choose'), remove: tc('logo.remove') }}
            />
          ),
        }}
        cells={{
          code: (row) => (
            <span className="trk-courier">
              {row.logo && <img src={`${BASE}${STATIC}/${row.logo}`} alt="" loading="lazy" />}
              <span>{row.code}</span>
            </span>
          ),
        }}
        rowActions={actions}
        aside={(row) => may(courierDesk.view) && <CourierHealth id={row.id} />}
        toolbar={() =>
          may(deliveryNumbers.recognise) && (
            <Button icon={<AimOutlined />} onClick={() => setDetecting(true)}>
              {t('detect.open')}
            </Button>
          )
        }
        columns={[
          'code',
          'name',
          'adapter',
          'trackingUrl',
          'numberPattern',
          'polling',
          'enabled',
          'createTime',
        ]}
      />
      <Suspense>
        {detecting && <DetectDialog onClose={() => setDetecting(false)} />}
        {keysOf && (
          <KeyDialog id={keysOf.id} name={String(keysOf.name)} onClose={() => setKeysOf(null)} />
        )}
      </Suspense>
    </>
  )
}
