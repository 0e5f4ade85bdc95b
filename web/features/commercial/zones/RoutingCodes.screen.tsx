import { UploadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { deliveryServices } from '#contracts/commercial/delivery-services.ts'
import { routing } from '#contracts/commercial/zones/routing.ts'
import { routingCodes } from '#contracts/commercial/zones/routing-codes.ts'
import { nameOf } from '#contracts/kit/names.ts'
import { Segments } from '../../../kit/form/segments.tsx'
import { useApi } from '../../../kit/http/query.ts'
import { useAddress } from '../../../kit/list/use-address.ts'
import { PageHeader } from '../../../kit/platform/page-header.tsx'
import { RefSelect } from '../../../kit/form/choices/ref-select.tsx'
import { ResourceScreen } from '../../../kit/resource/resource-screen.tsx'
import { useCan } from '../../../kit/session/permissions.tsx'
import { useLang, useT } from '../../../kit/text/i18n.ts'
import { CoverageView } from './coverage-view.tsx'
import { ExplainRouting } from './explain-routing.tsx'
import './zones.css'

const ImportRouting = lazy(() => import('./import-routing.tsx'))
const VIEWS = ['rows', 'coverage', 'test'] as const

/** What parcels are sorted by: rows of suppliers' files, what they cover, and why one decides. */
export default function RoutingCodes({ title }: { title: string }) {
  const t = useT('zones')
  const [params, change] = useAddress()
  const [importing, setImporting] = useState(false)
  const mayImport = useCan(routing.importFile)
  const view = VIEWS.find((one) => one === params.get('view')) ?? 'rows'
  const views = (
    <div className="zone-line">
      <Segments
        aria-label={t('view')}
        options={VIEWS.map((value) => ({ value, label: t(`view.${value}`) }))}
        value={view}
        onChange={(next) =>
          change((now) => {
            now.set('view', next)
            return now
          })
        }
      />
    </div>
  )
  if (view !== 'rows')
    return (
      <div className="py-list zone-page">
        <PageHeader title={title} />
        {views}
        <OfService view={view} />
      </div>
    )
  return (
    <>
      <ResourceScreen
        of={routingCodes}
        title={title}
        top={views}
        toolbar={() =>
          mayImport && (
            <Button icon={<UploadOutlined />} onClick={() => setImporting(true)}>
              {t('import')}
            </Button>
          )
        }
      />
      <Suspense>{importing && <ImportRouting onClose={() => setImporting(false)} />}</Suspense>
    </>
  )
}

/** Routing is asked for a service: its own table goes before that of its supplier. */
function OfService({ view }: { view: 'coverage' | 'test' }) {
  const t = useT('zones')
  const lang = useLang()
  const [params, change] = useAddress()
  const id = params.get('service')
  const found = useApi(
    deliveryServices.endpoints.queryById,
    { id: id ?? '' },
    { enabled: id !== null },
  )
  const row = id === null ? undefined : found.data
  const serviceCode = row && typeof row.code === 'string' ? row.code : null
  return (
    <>
      <div className="zone-line zone-choice">
        <label htmlFor="routing-service">{t('service')}</label>
        <RefSelect
          key={id ?? ''}
          id="routing-service"
          of="delivery-services"
          value={id}
          text={row ? nameOf(row, lang) : null}
          onChange={(next) =>
            change((now) => {
              if (next === null) now.delete('service')
              else now.set('service', String(next))
              return now
            })
          }
        />
        {id === null && <span className="zone-note">{t('none.hint')}</span>}
      </div>
      {serviceCode !== null && view === 'coverage' && (
        <CoverageView call={routing.coverage} serviceCode={serviceCode} date={null} />
      )}
      {serviceCode !== null && view === 'test' && <ExplainRouting serviceCode={serviceCode} />}
    </>
  )
}
