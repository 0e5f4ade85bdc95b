import { Button } from 'antd'
import { Suspense, lazy, useState } from 'react'
import { feePrices, type PriceSheet, type VersionHead } from '#contracts/commercial/fee-versions.ts'
import { mayLeave } from '../../../kit/platform/unsaved.ts'
import { useApi } from '../../../kit/http/query.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { useDownload } from '../../../kit/http/use-download.ts'
import { useAddress } from '../../../kit/list/use-address.ts'
import { useConfirm } from '../../../kit/platform/confirm.tsx'
import { Empty, ErrorNote } from '../../../kit/platform/empty.tsx'
import { PageHeader } from '../../../kit/platform/page-header.tsx'
import { StoredButton } from '../../../kit/platform/stored-button.tsx'
import { RefSelect } from '../../../kit/form/choices/ref-select.tsx'
import { useCan } from '../../../kit/session/permissions.tsx'
import { nameOf } from '#contracts/kit/names.ts'
import { useLang, useT } from '../../../kit/text/i18n.ts'
import { SEE_PRICES } from '#contracts/platform/access/price-permission.ts'
import { PriceSheetGrid } from './price-sheet-grid.tsx'
import { RaiseButton } from './raise-button.tsx'
import { VersionStrip } from './version-strip.tsx'
import './prices.css'

const ActivateDialog = lazy(() => import('./activate-dialog.tsx'))
const CompareDialog = lazy(() => import('./compare-dialog.tsx'))
const TrialDialog = lazy(() => import('./trial-dialog.tsx'))
const ImportPrices = lazy(() => import('./import-prices.tsx'))
const CustomersDialog = lazy(() => import('./customers-dialog.tsx'))
type Dialog = 'activate' | 'compare' | 'trial' | 'import' | 'customers'

/** The prices of a table, version by version, as a sheet of weights and zones. */
export default function Prices({ title }: { title: string }) {
  const t = useT('prices')
  const lang = useLang()
  const [params, change] = useAddress()
  const feeId = params.get('fee')
  const versionId = params.get('version')
  const sheet = useApi(
    feePrices.sheet,
    { feeId: feeId ?? '', ...(versionId ? { versionId } : {}) },
    { enabled: feeId !== null, keepPrevious: true, staleTime: 0 },
  )
  const go = (next: { fee?: string | null; version?: string | null }) =>
    change((now) => {
      for (const [key, value] of Object.entries(next))
        if (value) now.set(key, value)
        else now.delete(key)
      return now
    })
  const leaveTo = async (next: Parameters<typeof go>[0]) => {
    if (await mayLeave()) go(next)
  }
  const shown = feeId === null ? undefined : sheet.data
  return (
    <div className="py-list price-page">
      <PageHeader title={title}>
        <RaiseButton />
      </PageHeader>
      <div className="price-choice">
        <label htmlFor="price-table">{t('table')}</label>
        <RefSelect
          key={shown?.fee.id ?? feeId ?? ''}
          id="price-table"
          of="fees"
          value={feeId}
          text={shown ? `${shown.fee.code} ${nameOf(shown.fee, lang)}` : null}
          onChange={(id) => void leaveTo({ fee: id === null ? null : String(id), version: null })}
        />
        {shown && <Facts fee={shown.fee} surcharges={shown.surcharges} />}
      </div>
      {sheet.error && <ErrorNote error={sheet.error} retry={() => void sheet.refetch()} />}
      {feeId === null && <Empty kind="nothing" title={t('none')} hint={t('none.hint')} />}
      {shown && (
        <Table
          sheet={shown}
          fresh={`${shown.fee.id}/${shown.current?.id}/${shown.current?.version}`}
          onChoose={(id) => void leaveTo({ version: id })}
          onChanged={(id) => {
            if (id !== undefined) go({ version: id })
            void sheet.refetch()
          }}
        />
      )}
    </div>
  )
}

function Facts({ fee, surcharges }: { fee: PriceSheet['fee']; surcharges: number }) {
  const t = useT('prices')
  return (
    <span className="price-facts">
      {[
        fee.service ?? t('fact.noService'),
        t(`kind.${fee.kind === '2' ? 'cost' : 'sell'}`),
        fee.currency,
        t(`mode.${fee.stepMode}`),
        t('fact.surcharges', { count: surcharges }),
        ...(fee.customers.length > 0
          ? [
              t('fact.customers', {
                names: fee.customers.map(({ name }) => name).join(t('list.comma')),
              }),
            ]
          : []),
      ].join(' · ')}
    </span>
  )
}

function Table({
  sheet,
  fresh,
  onChoose,
  onChanged,
}: {
  sheet: PriceSheet
  fresh: string
  onChoose: (id: string) => void
  onChanged: (id?: string | null) => void
}) {
  const t = useT('prices')
  const { fee, current } = sheet
  const [params, change] = useAddress()
  // A trial that ended in the background is opened by its address.
  const trial = params.get('trial')
  const [chosen, setDialog] = useState<Dialog | null>(null)
  const dialog = chosen ?? (trial ? 'trial' : null)
  const close = (done = false) => {
    setDialog(null)
    if (trial)
      change((now) => {
        now.delete('trial')
        return now
      })
    if (done) onChanged()
  }
  return (
    <>
      <VersionStrip versions={sheet.versions} current={current?.id ?? null} onChoose={onChoose} />
      <Actions sheet={sheet} open={setDialog} onChanged={onChanged} />
      <Findings sheet={sheet} />
      {current ? (
        sheet.zones.length === 0 ? (
          <Empty kind="nothing" title={t('noZones')} hint={t('noZones.hint')} />
        ) : (
          <PriceSheetGrid key={fresh} sheet={sheet} version={current} onSaved={() => onChanged()} />
        )
      ) : (
        <Empty kind="nothing" title={t('noVersion')} hint={t('noVersion.hint')} />
      )}
      <Suspense>
        {dialog === 'activate' && current && (
          <ActivateDialog sheet={sheet} version={current} onClose={close} />
        )}
        {dialog === 'compare' && current && (
          <CompareDialog sheet={sheet} version={current} onClose={() => close()} />
        )}
        {dialog === 'trial' && current && (
          <TrialDialog sheet={sheet} version={current} first={trial} onClose={() => close()} />
        )}
        {dialog === 'import' && current && <ImportPrices version={current} onClose={close} />}
        {dialog === 'customers' && <CustomersDialog fee={fee} onClose={close} />}
      </Suspense>
    </>
  )
}

/** What stops an activation, and what should be looked at. */
function Findings({ sheet }: { sheet: PriceSheet }) {
  const t = useT('prices')
  const missing = sheet.issues.filter(({ level }) => level === 'missing')
  const warnings = sheet.issues.length - missing.length
  if (sheet.current?.state !== 'draft' || sheet.issues.length === 0 || sheet.fee.baseFeeId)
    return null
  return (
    <div className="price-findings" role="status">
      {missing.length > 0 && (
        <p className="price-failed">
          {t('missing', {
            count: missing.length,
            zones: missing
              .slice(0, 12)
              .map(({ zone }) => sheet.zones[zone]?.code)
              .join(', '),
          })}
        </p>
      )}
      {warnings > 0 && <p className="price-warned">{t('falling', { count: warnings })}</p>}
    </div>
  )
}

function Actions({
  sheet,
  open,
  onChanged,
}: {
  sheet: PriceSheet
  open: (dialog: Dialog) => void
  onChanged: (id?: string | null) => void
}) {
  const t = useT('prices')
  const confirm = useConfirm()
  const { fee, versions, current } = sheet
  const clone = useAction(feePrices.clone, { onDone: ({ id }) => onChanged(id) })
  const withdraw = useAction(feePrices.withdraw, {
    success: ({ versionNo }) => t('withdraw.done', { name: fee.name, no: versionNo }),
    onDone: () => onChanged(),
  })
  const drop = useAction(feePrices.drop, { onDone: () => onChanged(null) })
  const file = useDownload(feePrices.exportXls)
  const may = {
    edit: useCan(feePrices.clone),
    assign: useCan(feePrices.assign),
    activate: useCan(feePrices.activate),
    import: useCan(feePrices.importExcel),
    export: useCan(feePrices.exportXls),
    trial: useCan(SEE_PRICES),
  }
  const draft = versions.find(({ state }) => state === 'draft')
  const isDraft = current?.state === 'draft'
  const ask = async (title: string, run: () => void) => {
    if ((await confirm({ title, danger: true })) !== null) run()
  }
  const named = (version: VersionHead) => ({ no: version.versionNo })
  return (
    <div className="price-actions">
      {may.edit && !draft && (
        <Button
          loading={clone.busy}
          onClick={() =>
            void clone.run({ feeId: fee.id, ...(current ? { fromId: current.id } : {}) })
          }
        >
          {current ? t('clone', named(current)) : t('first')}
        </Button>
      )}
      {may.activate && isDraft && (
        <StoredButton type="primary" onClick={() => open('activate')}>
          {t('activate')}
        </StoredButton>
      )}
      {may.activate && current?.state === 'scheduled' && (
        <Button
          loading={withdraw.busy}
          onClick={() =>
            void ask(
              t('withdraw.ask', named(current)),
              () => void withdraw.run({ id: current.id, version: current.version }),
            )
          }
        >
          {t('withdraw')}
        </Button>
      )}
      {current && versions.length > 1 && (
        <StoredButton onClick={() => open('compare')}>{t('compare')}</StoredButton>
      )}
      {current && versions.length > 1 && may.trial && (
        <StoredButton onClick={() => open('trial')}>{t('trial')}</StoredButton>
      )}
      {may.import && isDraft && fee.baseFeeId === null && (
        <StoredButton onClick={() => open('import')}>{t('import')}</StoredButton>
      )}
      {may.export && current && (
        <StoredButton
          loading={file.busy}
          onClick={() => void file.run({ id: current.id }, `${fee.code}.xlsx`)}
        >
          {t('export')}
        </StoredButton>
      )}
      {may.assign && fee.kind !== '2' && fee.serviceId !== null && (
        <Button onClick={() => open('customers')}>{t('customers')}</Button>
      )}
      {may.edit && isDraft && (
        <Button
          danger
          loading={drop.busy}
          onClick={() =>
            void ask(t('drop.ask', named(current)), () => void drop.run({ id: current.id }))
          }
        >
          {t('drop')}
        </Button>
      )}
    </div>
  )
}
