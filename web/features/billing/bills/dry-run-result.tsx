import { Alert, Button } from 'antd'
import { useState } from 'react'
import type { BillDryRun } from '#contracts/billing/bill-imports.ts'
import { billRuns } from '#contracts/billing/bill-runs.ts'
import { DictSelect } from '../../../kit/form/choices/dict-select.tsx'
import { UnreadLines } from '../../../kit/form/table-file/table-file.tsx'
import { useApi } from '../../../kit/http/query.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { Money } from '../../../kit/platform/cells.tsx'
import { DictTag } from '../../../kit/platform/status-tag.tsx'
import { useT } from '../../../kit/text/i18n.ts'

/** What a dry run read: first lines, the sum against the invoice, and what has to be done first. */
export function DryRunResult({
  result,
  supplierId,
  again,
}: {
  result: BillDryRun
  supplierId: string
  again: () => void
}) {
  const t = useT('bills')
  const { count, blank, damaged, sum, total, difference, currency, known, refused } = result
  return (
    <>
      <Alert
        type={result.ready ? 'success' : 'error'}
        role="status"
        showIcon
        title={
          known
            ? t('dryRun.known', { added: known.addedCount, gone: known.goneCount })
            : t(result.ready ? 'dryRun.ready' : refused > 0 ? 'dryRun.refused' : 'dryRun.differs', {
                count,
                sum,
                total,
                difference,
                currency,
                refused,
              })
        }
        description={
          <>
            {blank > 0 && <p>{t('dryRun.blank', { count: blank })}</p>}
            {damaged > 0 && <p>{t('dryRun.damaged', { count: damaged })}</p>}
            {!result.ready && !known && refused === 0 && <p>{t('dryRun.differs.hint')}</p>}
            <UnreadLines errors={result.errors} />
          </>
        }
      />
      {result.unknownCodes.length > 0 && (
        <ChargeCodes codes={result.unknownCodes} supplierId={supplierId} again={again} />
      )}
      <Lines
        lines={known ? known.added : result.lines}
        title={t(known ? 'dryRun.added' : 'dryRun.lines')}
      />
      {known && known.gone.length > 0 && <Lines lines={known.gone} title={t('dryRun.gone')} />}
    </>
  )
}

function Lines({ lines, title }: { lines: BillDryRun['lines']; title: string }) {
  const t = useT('bills')
  if (lines.length === 0) return null
  return (
    <>
      <h3>{title}</h3>
      <div className="bills-scroll">
        <table className="bills-table">
          <thead>
            <tr>
              {['line', 'trackNo', 'chargeCode', 'tradeItem', 'amount', 'shipDate', 'weight'].map(
                (name) => (
                  <th key={name} scope="col">
                    {t(`dryRun.${name}`)}
                  </th>
                ),
              )}
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <tr key={`${line.line}-${line.trackNo}-${line.amount}`}>
                <td>{line.line}</td>
                <td>{line.damaged ? `${line.trackNo} ⚠` : line.trackNo}</td>
                <td>{line.chargeCode}</td>
                <td>{line.tradeItem && <DictTag code="trade_item" value={line.tradeItem} />}</td>
                <td>
                  <Money amount={line.amount} currency={line.currency} />
                </td>
                <td>{line.shipDate}</td>
                <td>{line.weight === null ? '' : line.weight / 1000}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

/** Charges the carrier names and we do not know yet: which fee item each is, kept for its next bills. */
function ChargeCodes({
  codes,
  supplierId,
  again,
}: {
  codes: readonly string[]
  supplierId: string
  again: () => void
}) {
  const t = useT('bills')
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>({})
  const profile = useApi(billRuns.profile, { supplierId })
  const save = useAction(billRuns.saveProfile)
  const keep = async () => {
    if (!profile.data) return
    const { version, chargeCodes } = profile.data
    const more = Object.entries(chosen).map(([code, ours]) => ({ code, ours }))
    const outcome = await save.run({
      supplierId,
      version,
      chargeCodes: [...chargeCodes, ...more],
    })
    if (outcome.ok) again()
  }
  return (
    <section>
      <h3>{t('codes.title')}</h3>
      <p className="py-hint">{t('codes.hint')}</p>
      <div className="bills-form">
        {codes.map((code) => (
          <label key={code} htmlFor={`code-${code}`}>
            {code}
            <DictSelect
              id={`code-${code}`}
              code="trade_item"
              value={chosen[code] ?? null}
              onChange={(value) =>
                setChosen({ ...chosen, ...(typeof value === 'string' ? { [code]: value } : {}) })
              }
            />
          </label>
        ))}
      </div>
      <Button
        disabled={Object.keys(chosen).length === 0}
        loading={save.busy}
        onClick={() => void keep()}
      >
        {t('codes.save')}
      </Button>
    </section>
  )
}
