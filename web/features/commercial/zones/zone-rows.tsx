import { Button } from 'antd'
import dayjs from 'dayjs'
import { lazy, Suspense, useMemo, useState } from 'react'
import {
  ZONE_ROWS_MAX,
  zones,
  type ZoneFinding,
  type ZoneSheet,
} from '#contracts/commercial/zones/zones.ts'
import type { Issue } from '#contracts/kit/envelope.ts'
import { companyToday } from '../../../kit/session/company-zone.ts'
import { DateInput } from '../../../kit/form/date-input.tsx'
import { StoredButton } from '../../../kit/platform/stored-button.tsx'
import { useUnsaved } from '../../../kit/platform/unsaved.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { Can, useCan } from '../../../kit/session/permissions.tsx'
import { RowGrid } from '../../../kit/table/row-grid/row-grid.tsx'
import { useNotify } from '../../../kit/http/notify.tsx'
import { useDict } from '../../../kit/http/dict.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { NewZone, type FreshZone } from './new-zone.tsx'
import { blankLine, columnsOf, issuesOf, linesOf, rowsOf } from './zone-lines.ts'

const ImportZones = lazy(() => import('./import-zones.tsx'))

/** What is above and below the grid on a wide screen, and the least that is left for it. */
const AROUND_PX = 430
const MIN_PX = 320
const NO_ISSUES: readonly Issue[] = []

/** The rows of a service as they are on a day; changed as a whole, from a day on. */
export function ZoneRows({ sheet, onSaved }: { sheet: ZoneSheet; onSaved: (day: string) => void }) {
  const t = useT('zones')
  const start = useMemo(() => linesOf(sheet.rows), [sheet])
  const [lines, setLines] = useState(start)
  const [fresh, setFresh] = useState<readonly FreshZone[]>([])
  const [from, setFrom] = useState(() => firstDay(sheet.date))
  const [importing, setImporting] = useState(false)
  const [sent, setSent] = useState<readonly number[]>([])
  const notify = useNotify()
  const editable = useCan(zones.save)
  const [height] = useState(() => Math.max(MIN_PX, window.innerHeight - AROUND_PX))
  const types = useDict('match_type')
  const columns = useMemo(
    () =>
      columnsOf(sheet.zones, (type) => types.find(({ value }) => value === type)?.text ?? type, t),
    [sheet.zones, types, t],
  )
  const dirty = lines !== start || fresh.length > 0
  const saved = useUnsaved(editable && dirty)
  const save = useAction(zones.save, { ownRefusals: true })
  const refused = save.error?.issues ?? NO_ISSUES
  const issues = useMemo(() => issuesOf(refused, sent), [refused, sent])
  const warnings = useMemo(
    () => (lines === start ? warningsOf(sheet.findings) : {}),
    [lines, start, sheet.findings],
  )
  const run = async () => {
    const { rows, places } = rowsOf(lines)
    setSent(places)
    const done = await save.run({
      serviceId: sheet.service.id,
      version: sheet.version,
      from,
      zones: [...fresh],
      rows,
    })
    if (!done.ok) return
    saved()
    const { unpriced } = done.result
    if (unpriced.length > 0)
      notify.warning(
        t('unpriced', {
          list: unpriced.map(({ zone, tables }) => `${zone} (${tables.join(', ')})`).join('; '),
        }),
      )
    onSaved(from)
  }
  const left = refused.filter(({ path }) => !path.startsWith('rows.'))
  return (
    <>
      {editable && (
        <div className="zone-line">
          <label htmlFor="zones-from">{t('save.from')}</label>
          <DateInput
            id="zones-from"
            value={dayjs(from)}
            onChange={(day) => day && setFrom(day.format('YYYY-MM-DD'))}
          />
          <Button type="primary" disabled={!dirty} loading={save.busy} onClick={() => void run()}>
            {t('save')}
          </Button>
          <NewZone
            known={[...sheet.zones.map(({ code }) => code), ...fresh.map(({ code }) => code)]}
            onAdd={(zone) => setFresh([...fresh, zone])}
          />
          <Can action={zones.importRows}>
            <StoredButton onClick={() => setImporting(true)}>{t('rows.import')}</StoredButton>
          </Can>
          {dirty && <span className="zone-note">{t('unsaved')}</span>}
        </div>
      )}
      {save.error && (
        <p role="alert" className="zone-failed">
          {left.length > 0
            ? left.map(({ message }) => message).join(' ')
            : refused.length > 0
              ? t('refused', { count: refused.length })
              : save.error.message}
        </p>
      )}
      <RowGrid
        id="zone-grid"
        label={t('grid')}
        columns={columns}
        rows={lines}
        onChange={(next) => setLines([...next])}
        blank={blankLine}
        copy={(line) => ({ ...line, lineKey: blankLine().lineKey })}
        max={ZONE_ROWS_MAX}
        issues={issues}
        warnings={warnings}
        showsRefusals
        disabled={!editable}
        height={height}
      />
      <Findings of={sheet.findings} />
      <Suspense>
        {importing && (
          <ImportZones
            serviceId={sheet.service.id}
            onClose={() => setImporting(false)}
            onDone={onSaved}
          />
        )}
      </Suspense>
    </>
  )
}

/** A change begins tomorrow at the earliest, unless the user wants it today. */
function firstDay(shown: string): string {
  const tomorrow = dayjs(companyToday()).add(1, 'day').format('YYYY-MM-DD')
  return shown > tomorrow ? shown : tomorrow
}

const warningsOf = (findings: readonly ZoneFinding[]): Record<string, string> =>
  Object.fromEntries(
    findings.flatMap(({ kind, rows, message }) =>
      kind === 'nested' ? [] : rows.map((row) => [`${row}.from`, message]),
    ),
  )

/** Rows that contradict one another; those inside others are usually meant. */
function Findings({ of }: { of: readonly ZoneFinding[] }) {
  const t = useT('zones')
  if (of.length === 0) return null
  const serious = of.filter(({ kind }) => kind !== 'nested')
  return (
    <details className="zone-findings" open={serious.length > 0}>
      <summary>
        {t('findings', { count: serious.length, nested: of.length - serious.length })}
      </summary>
      <ul>
        {of.slice(0, 100).map(({ kind, rows: [a, b], message }) => (
          <li key={`${a}/${b}/${kind}`} data-bad={kind !== 'nested'}>
            {t('finding.rows', { a: a + 1, b: b + 1, message })}
          </li>
        ))}
      </ul>
    </details>
  )
}
