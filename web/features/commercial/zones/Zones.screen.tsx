import { lazy, Suspense, useState } from 'react'
import { zones, type ZoneSheet } from '#contracts/commercial/zones/zones.ts'
import { nameOf } from '#contracts/kit/names.ts'
import { companyToday } from '../../../kit/session/company-zone.ts'
import { Segments } from '../../../kit/form/segments.tsx'
import { mayLeave } from '../../../kit/platform/unsaved.ts'
import { useApi } from '../../../kit/http/query.ts'
import { useAddress } from '../../../kit/list/use-address.ts'
import { Empty, ErrorNote } from '../../../kit/platform/empty.tsx'
import { PageHeader } from '../../../kit/platform/page-header.tsx'
import { StoredButton } from '../../../kit/platform/stored-button.tsx'
import { RefSelect } from '../../../kit/form/choices/ref-select.tsx'
import { useLang, useT } from '../../../kit/text/i18n.ts'
import { CopyZones } from './copy-zones.tsx'
import { CoverageView } from './coverage-view.tsx'
import { ExplainView } from './explain-view.tsx'
import { TestCodes } from './test-codes.tsx'
import { ZoneRows } from './zone-rows.tsx'
import './zones.css'

const DiffDialog = lazy(() => import('./diff-dialog.tsx'))
const VIEWS = ['rows', 'coverage', 'test'] as const
type View = (typeof VIEWS)[number]

/** The zones of a service: their rows as a sheet, day by day, and what they cover. */
export default function Zones({ title }: { title: string }) {
  const t = useT('zones')
  const lang = useLang()
  const [params, change] = useAddress()
  const serviceId = params.get('service')
  const day = params.get('day')
  const view = VIEWS.find((one) => one === params.get('view')) ?? 'rows'
  const sheet = useApi(
    zones.sheet,
    { serviceId: serviceId ?? '', ...(day ? { date: day } : {}) },
    { enabled: serviceId !== null, keepPrevious: true, staleTime: 0 },
  )
  const go = async (next: { service?: string | null; day?: string | null; view?: View }) => {
    if (!(await mayLeave())) return
    change((now) => {
      for (const [key, value] of Object.entries(next))
        if (value) now.set(key, value)
        else now.delete(key)
      return now
    })
  }
  const shown = serviceId === null ? undefined : sheet.data
  return (
    <div className="py-list zone-page">
      <PageHeader title={title} />
      <div className="zone-line zone-choice">
        <label htmlFor="zone-service">{t('service')}</label>
        <RefSelect
          key={shown?.service.id ?? serviceId ?? ''}
          id="zone-service"
          of="delivery-services"
          value={serviceId}
          text={shown ? nameOf(shown.service, lang) : null}
          onChange={(id) => void go({ service: id === null ? null : String(id), day: null })}
        />
        {shown && (
          <span className="zone-note">
            {t('facts', { zones: shown.zones.length, rows: shown.rows.length })}
          </span>
        )}
      </div>
      {sheet.error && serviceId !== null && (
        <ErrorNote error={sheet.error} retry={() => void sheet.refetch()} />
      )}
      {serviceId === null && <Empty kind="nothing" title={t('none')} hint={t('none.hint')} />}
      {shown && (
        <>
          <Days sheet={shown} onChoose={(next) => void go({ day: next })} />
          <div className="zone-line">
            <Segments
              aria-label={t('view')}
              options={VIEWS.map((value) => ({ value, label: t(`view.${value}`) }))}
              value={view}
              onChange={(next) => void go({ view: next })}
            />
          </div>
          {view === 'rows' &&
            (shown.zones.length === 0 ? (
              <CopyZones serviceId={shown.service.id} onDone={() => void sheet.refetch()} />
            ) : null)}
          {view === 'rows' && (
            <ZoneRows
              key={`${shown.service.id}/${shown.date}/${shown.version}`}
              sheet={shown}
              onSaved={(next) => {
                change((now) => {
                  now.set('day', next)
                  return now
                })
                void sheet.refetch()
              }}
            />
          )}
          {view === 'coverage' && (
            <CoverageView call={zones.coverage} serviceCode={shown.service.code} date={day} />
          )}
          {view === 'test' && (
            <>
              <ExplainView
                call={zones.resolve}
                serviceCode={shown.service.code}
                date={day}
                nameOf={({ zone }) => zone.code}
              />
              <TestCodes serviceCode={shown.service.code} date={day} />
            </>
          )}
        </>
      )}
    </div>
  )
}

/** The days on which rows begin or end, the one that is shown, and what changes between two. */
function Days({ sheet, onChoose }: { sheet: ZoneSheet; onChoose: (day: string | null) => void }) {
  const t = useT('zones')
  const [comparing, setComparing] = useState(false)
  const today = companyToday()
  if (sheet.days.length === 0) return null
  return (
    <div className="zone-line zone-days">
      <button type="button" aria-pressed={sheet.date === today} onClick={() => onChoose(null)}>
        {t('today', { day: today })}
      </button>
      {sheet.days
        .filter((day) => day !== today)
        .slice(-12)
        .map((day) => (
          <button
            type="button"
            key={day}
            aria-pressed={sheet.date === day}
            onClick={() => onChoose(day)}
          >
            {t(day > today ? 'day.ahead' : 'day.past', { day })}
          </button>
        ))}
      <StoredButton onClick={() => setComparing(true)}>{t('diff')}</StoredButton>
      <Suspense>
        {comparing && (
          <DiffDialog sheet={sheet} today={today} onClose={() => setComparing(false)} />
        )}
      </Suspense>
    </div>
  )
}
