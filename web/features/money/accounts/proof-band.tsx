import { CheckCircleOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { formatMoney } from '#contracts/kit/money.ts'
import { accounts } from '#contracts/money/accounts.ts'
import { formatNumber } from '../../../kit/text/formats.ts'
import { useApi } from '../../../kit/http/query.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { StatusTag } from '../../../kit/platform/status-tag.tsx'
import { useRightsCheck } from '../../../kit/session/permissions.tsx'
import { Moment } from '../../../kit/platform/cells.tsx'
import { useT } from '../../../kit/text/i18n.ts'

const amountOf = (minor: string, currency: string): string =>
  formatNumber(formatMoney({ minor: BigInt(minor), currency }))

/** What the last proof found: when, or red with the accounts that differ; and the next one. */
export function ProofBand() {
  const t = useT('accounts')
  const may = useRightsCheck()
  const { data: proof, isSuccess } = useApi(accounts.proof, {})
  const reconcile = useAction(accounts.reconcile, { success: false })
  const wrong = proof?.drift ?? []
  const differing = proof?.documentDrift ?? []
  return (
    <section className="account-proof" aria-label={t('proof')} aria-live="polite">
      {isSuccess && !proof && <StatusTag tone="idle">{t('proof.never')}</StatusTag>}
      {proof && (
        <>
          <StatusTag tone={wrong.length > 0 ? 'bad' : 'done'}>
            {wrong.length > 0
              ? t('proof.wrong', { count: wrong.length })
              : t('proof.ok', { count: proof.accounts })}
          </StatusTag>
          <StatusTag tone={differing.length > 0 ? 'bad' : 'done'}>
            {differing.length > 0
              ? t('proof.documents.wrong', { count: differing.length })
              : t('proof.documents', { count: proof.documents })}
          </StatusTag>
          <span className="account-note">
            {t('proof.at')} <Moment at={proof.checkedAt} />
          </span>
        </>
      )}
      {may(accounts.reconcile) && (
        <Button
          size="small"
          icon={<CheckCircleOutlined />}
          loading={reconcile.busy}
          onClick={() => void reconcile.run({})}
        >
          {t('proof')}
        </Button>
      )}
      {wrong.length > 0 && (
        <ul className="account-drift">
          {wrong.map((one) => (
            <li key={one.accountId}>
              {one.customerName ?? t('proof.own')} · {one.ref} {one.currency} (#{one.accountId}):{' '}
              {one.reasons.map((reason) => t(`proof.reason.${reason}`)).join(', ')}
            </li>
          ))}
        </ul>
      )}
      {differing.length > 0 && (
        <ul className="account-drift">
          {differing.map((one) => (
            <li key={`${one.check} ${one.document}`}>
              {t(`proof.check.${one.check}`)} · {one.document}
              {one.accountId && ` (#${one.accountId})`}:{' '}
              {t('proof.differs', {
                expected: amountOf(one.expected, one.currency),
                found: amountOf(one.found, one.currency),
                currency: one.currency,
              })}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
