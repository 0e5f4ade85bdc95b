import { DownloadOutlined } from '@ant-design/icons'
import { Button, Modal } from 'antd'
import dayjs from 'dayjs'
import { useState } from 'react'
import { accounts } from '#contracts/money/accounts.ts'
import { DateInput } from '../../../kit/form/date-input.tsx'
import { useApi } from '../../../kit/http/query.ts'
import { useDownload } from '../../../kit/http/use-download.ts'
import { ErrorNote } from '../../../kit/platform/empty.tsx'
import { Money } from '../../../kit/platform/cells.tsx'
import { companyToday } from '../../../kit/session/company-zone.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { accountName, type AccountRow } from './account-row.ts'
import { monthSpan, type Span } from './month-span.ts'

const SUMS = ['opening', 'income', 'outgo', 'closing'] as const

/** Two days of an account with what came in and went out, and the file of it. */
export default function StatementDialog({
  row,
  onClose,
}: {
  row: AccountRow
  onClose: () => void
}) {
  const t = useT('accounts')
  const [span, setSpan] = useState<Span>(() => monthSpan(new Date(companyToday()), 0))
  const input = { id: row.id, ...span }
  const found = useApi(accounts.statement, input, {
    keepPrevious: true,
    enabled: span.from !== '' && span.to !== '',
  })
  const file = useDownload(accounts.statementFile)
  const day = (key: keyof Span) => (
    <label className="account-field">
      {t(`statement.${key}`)}
      <DateInput
        value={span[key] ? dayjs(span[key]) : null}
        onChange={(next) => setSpan({ ...span, [key]: next ? next.format('YYYY-MM-DD') : '' })}
      />
    </label>
  )
  return (
    <Modal
      open
      width={560}
      title={t('statement.of', { account: accountName(row) })}
      onCancel={onClose}
      footer={(['pdf', 'xlsx'] as const).map((format) => (
        <Button
          key={format}
          icon={<DownloadOutlined />}
          type={format === 'pdf' ? 'primary' : 'default'}
          loading={file.busy}
          disabled={!found.data}
          onClick={() => void file.run({ ...input, format }, `statement.${format}`)}
        >
          {t(`statement.${format}`)}
        </Button>
      ))}
    >
      <div className="account-span">
        {day('from')}
        {day('to')}
        <Button onClick={() => setSpan(monthSpan(new Date(companyToday()), 0))}>
          {t('statement.today')}
        </Button>
        <Button onClick={() => setSpan(monthSpan(new Date(companyToday()), -1))}>
          {t('statement.last')}
        </Button>
      </div>
      {found.error ? (
        <ErrorNote error={found.error} retry={() => void found.refetch()} />
      ) : (
        <dl className="account-sums" aria-busy={found.isFetching}>
          {SUMS.map((key) => (
            <div key={key}>
              <dt>{t(`statement.${key}`)}</dt>
              <dd>
                <Money amount={found.data?.[key].amount} currency={row.currency} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      <p className="account-note">
        {found.data && `${t('statement.lines', { count: found.data.lines })} · `}
        {t('statement.foot')}
      </p>
    </Modal>
  )
}
