import { Button } from 'antd'
import type { codRemittances } from '#contracts/money/cod/cod-remittances.ts'
import type { Out } from '#contracts/kit/endpoint.ts'
import { Money, MoneySums } from '../../../kit/platform/cells.tsx'
import { DictTag } from '../../../kit/platform/status-tag.tsx'
import { useT } from '../../../kit/text/i18n.ts'

type Result = Out<typeof codRemittances.importFile>

/** What a carrier's file would bring, what differs first, and the button that books it. */
export function RemittancePreview({
  result: { added, total, sums },
  preview,
  busy,
  ready,
  onTake,
}: {
  result: Result
  preview: NonNullable<Result['preview']>
  busy: boolean
  ready: boolean
  onTake: () => void
}) {
  const t = useT('cod-lines')
  const cod = useT('cod')
  return (
    <>
      {preview.length > 0 && (
        <div className="py-preview" tabIndex={0} role="region" aria-label={cod('import')}>
          <table>
            <thead>
              <tr>
                <th>{t('lineNo')}</th>
                <th>{t('number')}</th>
                <th>{t('amount')}</th>
                <th>{t('difference')}</th>
                <th>{t('paidOn')}</th>
                <th>{t('kind')}</th>
              </tr>
            </thead>
            <tbody>
              {preview.map(({ line, number, amount, currency, difference, paidOn, kind }) => (
                <tr key={line}>
                  <td>{line}</td>
                  <td>{number}</td>
                  <td className="is-amount">
                    <Money amount={amount} currency={currency} />
                  </td>
                  <td className="is-amount">
                    {kind !== 'matched' && <Money amount={difference} currency={currency} />}
                  </td>
                  <td>{paidOn}</td>
                  <td>
                    <DictTag code="cod_line_kind" value={kind} />
                  </td>
                </tr>
              ))}
            </tbody>
            <tfoot>
              <tr>
                <th colSpan={2}>{cod('import.sum')}</th>
                <td className="is-amount">
                  <MoneySums sums={sums} />
                </td>
                <td colSpan={3} />
              </tr>
            </tfoot>
          </table>
        </div>
      )}
      {added > preview.length && (
        <p className="py-hint">{cod('tableFile.shown', { count: preview.length })}</p>
      )}
      <p className="py-take">
        <Button type="primary" loading={busy} disabled={added === 0 || !ready} onClick={onTake}>
          {total === 0
            ? cod('tableFile.nothing')
            : added === 0
              ? cod('import.nothing')
              : cod('import.take', { count: added })}
        </Button>
      </p>
    </>
  )
}
