import { CheckCircleOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { accounts } from '#contracts/money/accounts.ts'
import { useApi } from '../../../kit/http/query.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { StatusTag } from '../../../kit/platform/status-tag.tsx'
import { useRightsCheck } from '../../../kit/session/permissions.tsx'
import { Moment } from '../../../kit/table/cells.tsx'
import { useT } from '../../../kit/text/i18n.ts'

/** What the last proof found: when, or red with the accounts that differ; and the next one. */
export function ProofBand() {
  const t = useT('accounts')
  const may = useRightsCheck()
  const { data: proof, isSuccess } = useApi(accounts.proof, {})
  const reconcile = useAction(accounts.reconcile, { success: false })
  const wrong = proof?.drift ?? []
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
    </section>
  )
}
