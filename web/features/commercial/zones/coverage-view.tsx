import { useState } from 'react'
import type { z } from 'zod'
import {
  COVERAGE_COUNTRIES,
  type Coverage,
  type coverageInput,
} from '#contracts/commercial/zones/coverage.ts'
import type { Callable } from '../../../kit/http/api.ts'
import { useApi } from '../../../kit/http/query.ts'
import { DictSelect } from '../../../kit/form/choices/dict-select.tsx'
import { ErrorNote } from '../../../kit/platform/empty.tsx'
import { useT, type T } from '../../../kit/text/i18n.ts'
import { AreaMap, toneOf } from './area-map.tsx'

/** Rows of a list that are drawn; the sums name all of them. */
const SHOWN = 200

type Asked = z.input<typeof coverageInput>

/** Which of a country's postal codes have no zone or sort code, and which have several. */
export function CoverageView({
  call,
  serviceCode,
  date,
}: {
  call: Callable<Asked, Coverage>
  serviceCode: string
  date: string | null
}) {
  const t = useT('zones')
  const [country, setCountry] = useState<Asked['country']>('DE')
  const [area, setArea] = useState<string | null>(null)
  const found = useApi(
    call,
    { serviceCode, country, ...(date ? { date } : {}) },
    { keepPrevious: true },
  )
  const coverage = found.data
  return (
    <div className="zone-coverage">
      <p className="zone-line">
        <label htmlFor="coverage-country">{t('country')}</label>
        <DictSelect
          id="coverage-country"
          code="country"
          only={COVERAGE_COUNTRIES}
          value={country}
          onChange={(next) => {
            const known = COVERAGE_COUNTRIES.find((one) => one === next)
            if (!known) return
            setCountry(known)
            setArea(null)
          }}
        />
      </p>
      {found.error && <ErrorNote error={found.error} retry={() => void found.refetch()} />}
      {coverage && (
        <div className="zone-columns" aria-busy={found.isFetching}>
          <AreaMap coverage={coverage} chosen={area} onChoose={setArea} t={t} />
          <div>
            <Figures coverage={coverage} t={t} />
            {area === null ? (
              <Zones of={coverage.zones} all={coverage.zones} t={t} />
            ) : (
              <Area coverage={coverage} area={area} t={t} />
            )}
            <Lists coverage={coverage} t={t} />
            <p className="zone-note">{t('coverage.source')}</p>
          </div>
        </div>
      )}
    </div>
  )
}

function Figures({ coverage, t }: { coverage: Coverage; t: T }) {
  const { total, none, nested, tied } = coverage
  return (
    <dl className="zone-figures">
      {(
        [
          ['total', total],
          ['none', none],
          ['tied', tied],
          ['nested', nested],
        ] as const
      ).map(([key, count]) => (
        <div key={key} data-bad={(key === 'none' || key === 'tied') && count > 0}>
          <dt>{t(`coverage.${key}`)}</dt>
          <dd>{count.toLocaleString('en-US')}</dd>
        </div>
      ))}
    </dl>
  )
}

function Zones({ of, all, t }: { of: Coverage['zones']; all: Coverage['zones']; t: T }) {
  return (
    <ul className="zone-legend" aria-label={t('zones')}>
      {of.map(({ name, count }) => (
        <li key={name}>
          <span className={`zone-dot ${toneOf(all, name)}`} aria-hidden />
          {name} <span className="zone-note">{count.toLocaleString('en-US')}</span>
        </li>
      ))}
    </ul>
  )
}

function Area({ coverage, area, t }: { coverage: Coverage; area: string; t: T }) {
  const found = coverage.areas.find((one) => one.area === area)
  if (!found) return null
  const { total, none, tied } = found
  return (
    <>
      <p role="status">{t('coverage.area', { area, total, none, tied })}</p>
      <Zones of={found.zones} all={coverage.zones} t={t} />
    </>
  )
}

function Lists({ coverage, t }: { coverage: Coverage; t: T }) {
  const { missing, shared, none } = coverage
  const tied = shared.filter((one) => one.tied)
  return (
    <>
      {none > 0 && (
        <details open>
          <summary>{t('coverage.missing', { count: none })}</summary>
          <p className="zone-codes">
            {missing.slice(0, SHOWN).join('  ')}
            {none > SHOWN && ` … ${t('coverage.more', { count: none - SHOWN })}`}
          </p>
        </details>
      )}
      {shared.length > 0 && (
        <details open={tied.length > 0}>
          <summary>{t('coverage.shared', { count: coverage.nested + coverage.tied })}</summary>
          <ul className="zone-codes">
            {shared.slice(0, SHOWN).map(({ code, zones, tied: equal }) => (
              <li key={code} data-bad={equal}>
                {code}: {zones.join(' › ')}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}
