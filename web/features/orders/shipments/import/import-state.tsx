import { Alert, Button, Skeleton } from 'antd'
import { useState } from 'react'
import { Empty, ErrorNote } from '../../../../kit/platform/empty.tsx'
import { useT } from '../../../../kit/text/i18n.ts'
import { useDelayedFlag } from '../../../../kit/platform/use-timing.ts'
import { ImportErrors } from './import-errors.tsx'
import { ImportMappingForm } from './import-mapping.tsx'
import { ImportMend } from './import-mend.tsx'
import { ImportFailure } from './import-failure.tsx'
import { ImportProgress } from './import-progress.tsx'
import { ImportSummary } from './import-summary.tsx'
import { ImportDismiss } from './import-dismiss.tsx'
import { isOver, useImport } from './use-import.ts'

/** What another sheet, charset or separator may mend. */
const isOfReading = (code: string | undefined): boolean =>
  ['sheet.notATable', 'sheet.empty', 'sheet.unclosedQuote', 'import.noOrders'].includes(code ?? '')

/** One import from queue to result, whichever it stands at. */
export function ImportState({
  id,
  onImport,
  onAnother,
}: {
  id: string
  onImport: (id: string) => void
  onAnother: () => void
}) {
  const t = useT('shipment-imports')
  const { state, error, late, retry, restart: restartAsking } = useImport(id)
  const [changing, setChanging] = useState(false)
  /** Cells were changed that no check has seen: an import would leave them out. */
  const [unchecked, setUnchecked] = useState(false)
  const waiting = useDelayedFlag(!state && !error)
  if (!state && error?.status === 404) return <Empty kind="noMatch" title={t('missing')} />
  if (!state && error) return <ErrorNote error={error} retry={retry} />
  if (!state) return waiting ? <Skeleton active /> : null
  const open = state.takenAs === null && state.dismissedAt === null
  const mappable =
    state.dryRun &&
    open &&
    (state.status === 'done' ||
      state.failure?.code === 'import.missingColumns' ||
      isOfReading(state.failure?.code))
  const mapping = open && (state.status === 'mapping' || (mappable && changing))
  const restart = () => {
    setChanging(false)
    restartAsking()
  }
  return (
    <section className="import-state" aria-label={state.fileName}>
      <h2>
        {state.fileName}
        <small>
          {state.customerId_dictText} · {t(state.dryRun ? 'history.dry' : 'history.real')}
        </small>
      </h2>
      {state.status === 'failed' && (
        <ImportFailure state={state} onAnother={onAnother} onRetried={restart} />
      )}
      {(state.status === 'queued' || state.status === 'running') && (
        <ImportProgress state={state} late={late} />
      )}
      {error && <Alert type="warning" banner title={t('failure.noAnswer')} />}
      {state.status === 'done' && !mapping && (
        <ImportSummary state={state} unchecked={unchecked} onImport={onImport} onTaken={restart} />
      )}
      {isOver(state) && (
        <ImportDismiss state={state} onChanged={retry}>
          {mappable && !mapping && (
            <Button onClick={() => setChanging(true)}>{t('map.change')}</Button>
          )}
        </ImportDismiss>
      )}
      {mapping && (
        <ImportMappingForm
          id={id}
          fileName={state.fileName}
          kind={state.shipmentResource}
          onMapped={restart}
          onReread={retry}
        />
      )}
      {!mapping && state.status === 'done' && open && (
        <ImportMend state={state} onDirty={setUnchecked} onChecked={retry} onStarted={restart} />
      )}
      {!mapping && state.errors.length + state.warnings.length > 0 && (
        <ImportErrors state={state} />
      )}
    </section>
  )
}
