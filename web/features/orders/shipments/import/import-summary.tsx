import { Alert, Button } from 'antd'
import { Link } from 'react-router'
import { SEE_PRICES } from '#contracts/platform/access/price-permission.ts'
import { shipmentImports } from '#contracts/orders/imports/shipment-imports.ts'
import { Num } from '../../../../kit/platform/cells.tsx'
import { formatNumber } from '../../../../kit/text/formats.ts'
import { useT } from '../../../../kit/text/i18n.ts'
import { Can } from '../../../../kit/session/permissions.tsx'
import { useAction } from '../../../../kit/http/use-action.ts'
import { TaxedSum } from '../../charging/index.ts'
import { importedPath } from '../list/order-links.ts'
import { IMPORT_ERRORS } from './import-errors.tsx'
import type { ImportDetail } from './use-import.ts'

/**
 * What came of it: after a trial the button that takes the good orders, after an import the way to
 * them.
 */
export function ImportSummary({
  state,
  unchecked = false,
  onImport,
  onTaken,
}: {
  state: ImportDetail
  /** Changes on the screen wait for their check: nothing is taken before it. */
  unchecked?: boolean
  onImport: (id: string) => void
  onTaken: () => void
}) {
  const t = useT('shipment-imports')
  const commit = useAction(shipmentImports.commit, {
    success: false,
  })
  const { accepted, refused, dryRun } = state
  const open = state.takenAs === null && state.dismissedAt === null
  const outcome = accepted === 0 ? 'none' : refused === 0 ? 'ok' : 'some'
  const text = t(`${dryRun ? 'dry' : 'real'}.${outcome}`, {
    count: formatNumber(accepted),
    accepted: formatNumber(accepted),
    refused: formatNumber(refused),
  })
  const take = async () => {
    const started = await commit.run({ id: state.id })
    if (started.ok) dryRun ? onImport(started.result.id) : onTaken()
  }
  return (
    <div className="import-summary">
      <Alert
        role="status"
        type={outcome === 'ok' ? 'success' : outcome === 'some' ? 'warning' : 'error'}
        showIcon
        title={text}
      />
      <dl className="import-figures">
        <div>
          <dt>{t('sum.total')}</dt>
          <dd>
            <Num value={state.total} />
          </dd>
        </div>
        <div data-tone="good">
          <dt>{t(dryRun ? 'sum.accepted' : 'sum.imported')}</dt>
          <dd>
            <Num value={accepted} />
          </dd>
        </div>
        <div data-tone={refused > 0 ? 'bad' : undefined}>
          <dt>{t('sum.refused')}</dt>
          <dd>
            <Num value={refused} />
          </dd>
        </div>
        {state.warned > 0 && (
          <div>
            <dt>{t('sum.warned')}</dt>
            <dd>
              <a href={`#${IMPORT_ERRORS}`}>
                <Num value={state.warned} />
              </a>
            </dd>
          </div>
        )}
        <Can action={SEE_PRICES}>
          <div>
            <dt>{t('sum.price')}</dt>
            <dd>
              {state.totals.map((sum) => (
                <div key={sum.currency}>
                  <TaxedSum sum={sum} currency={sum.currency} />
                </div>
              ))}
              {state.totals.length === 0 && '–'}
            </dd>
          </div>
        </Can>
      </dl>
      {dryRun && state.takenAs !== null && (
        <p className="order-line">
          <Button type="primary" onClick={() => onImport(state.takenAs!)}>
            {t('taken.open')}
          </Button>
          <span className="order-help">{t('taken.hint')}</span>
        </p>
      )}
      {open && dryRun && accepted > 0 && (
        <p className="order-line">
          <Button
            type="primary"
            size="large"
            disabled={unchecked}
            loading={commit.busy}
            onClick={() => void take()}
          >
            {t('commit', { count: accepted })}
          </Button>
          {unchecked && (
            <span className="order-help" role="status">
              {t('commit.unchecked')}
            </span>
          )}
          {refused > 0 && <span className="order-help">{t('commit.hint')}</span>}
        </p>
      )}
      {open && !dryRun && state.mended > 0 && (
        <p className="order-line">
          <Button
            type="primary"
            size="large"
            disabled={unchecked}
            loading={commit.busy}
            onClick={() => void take()}
          >
            {t('mend.take', { count: state.mended })}
          </Button>
        </p>
      )}
      {!dryRun && accepted > 0 && (
        <Link to={importedPath(state.id)} className="py-button">
          {t('open')}
        </Link>
      )}
    </div>
  )
}
