import { Button } from 'antd'
import { useCallback, useMemo, useState } from 'react'
import {
  feePrices,
  SHEET_ROWS_MAX,
  type PriceSheet,
  type VersionHead,
} from '#contracts/commercial/fee-versions.ts'
import type { Issue } from '#contracts/kit/envelope.ts'
import { useUnsaved } from '../../../kit/platform/unsaved.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { useCan } from '../../../kit/session/permissions.tsx'
import type { ChangeCells } from '../../../kit/table/row-grid/grid-types.ts'
import { RowGrid } from '../../../kit/table/row-grid/row-grid.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import {
  blankLine,
  columnsOf,
  linesOf,
  raiseOf,
  placesOf,
  rowsOf,
  warningsOf,
  weightOf,
  type PriceLine,
} from './price-lines.ts'
import { formatMoment } from '../../../kit/text/formats.ts'
import { RaiseTool } from './raise-tool.tsx'

/** What is above and below the grid on a wide screen, and the least that is left for it. */
const AROUND_PX = 420
const MIN_PX = 320
const NO_ISSUES: readonly Issue[] = []

/** The prices of one version; those of a draft can be changed and are saved as a whole. */
export function PriceSheetGrid({
  sheet,
  version,
  onSaved,
}: {
  sheet: PriceSheet
  version: VersionHead
  onSaved: () => void
}) {
  const t = useT('prices')
  const { fee, zones } = sheet
  const start = useMemo(() => linesOf(sheet), [sheet])
  const [lines, setLines] = useState(start)
  const [percent, setPercent] = useState(() => percentText(version.percentBp))
  const mayEdit = useCan(feePrices.save)
  const [height] = useState(() => Math.max(MIN_PX, window.innerHeight - AROUND_PX))
  const follows = fee.baseFeeId !== null
  const editable = version.state === 'draft' && mayEdit
  const columns = useMemo(() => columnsOf(zones, fee.stepMode, t), [zones, fee.stepMode, t])
  const percentBp = raiseOf(percent)
  const dirty = lines !== start || (follows && percent !== percentText(version.percentBp))
  const saved = useUnsaved(editable && dirty)
  const save = useAction(feePrices.save, {
    ownRefusals: true,
    success: t('save.done', { name: fee.name, no: version.versionNo }),
  })
  const refused = save.error?.issues ?? NO_ISSUES
  const places = useMemo(() => placesOf(refused, zones), [refused, zones])
  const warnings = useMemo(() => (dirty ? {} : warningsOf(sheet)), [dirty, sheet])
  const { currency } = fee
  const tools = useCallback(
    (change: ChangeCells<PriceLine>) => <RaiseTool currency={currency} change={change} />,
    [currency],
  )
  const run = async () => {
    const done = await save.run({
      id: version.id,
      version: version.version,
      zones: follows ? [] : zones.map(({ id }) => id),
      rows: follows ? [] : rowsOf(lines, zones, fee.stepMode),
      ...(follows ? { percentBp: percentBp ?? 0 } : {}),
    })
    if (!done.ok) return
    saved()
    onSaved()
  }
  const left = refused.filter(({ path }) => !path.startsWith('rows.'))
  return (
    <>
      {follows && (
        <p className="price-follows">
          {t('follows', { name: fee.baseName ?? '' })}
          <input
            className="py-input"
            inputMode="decimal"
            aria-label={t('raise.percent')}
            aria-invalid={percentBp === null || undefined}
            disabled={!editable}
            value={percent}
            onChange={(event) => setPercent(event.target.value)}
          />
          %
        </p>
      )}
      {sheet.baseChangesAt && (
        <p className="price-follows" role="status">
          {t('follows.changes', { at: formatMoment(sheet.baseChangesAt) })}
        </p>
      )}
      {editable && (
        <p className="price-save">
          <Button
            type="primary"
            disabled={!dirty || (follows && percentBp === null)}
            loading={save.busy}
            onClick={() => void run()}
          >
            {t('save')}
          </Button>
          {dirty && <span>{t('unsaved')}</span>}
        </p>
      )}
      {save.error && (
        <p role="alert" className="price-failed">
          {left.length > 0
            ? left.map(({ message }) => message).join(' ')
            : refused.length > 0
              ? t('refused', { count: refused.length })
              : save.error.message}
        </p>
      )}
      <RowGrid
        id="price-grid"
        label={t('grid')}
        columns={columns}
        rows={lines}
        onChange={(next) => setLines([...next])}
        blank={blankLine}
        max={SHEET_ROWS_MAX}
        issues={places}
        warnings={warnings}
        showsRefusals
        disabled={!editable || follows}
        height={height}
        rowLabel={weightOf}
        tools={tools}
      />
    </>
  )
}

const percentText = (bp: number | null): string => String((bp ?? 0) / 100)
