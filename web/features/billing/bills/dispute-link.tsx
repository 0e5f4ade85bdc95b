import { Alert } from 'antd'
import { Link } from 'react-router'
import { disputes } from '#contracts/billing/disputes.ts'
import { useApi } from '../../../kit/http/query.ts'
import type { DisputeRow } from './decisions.ts'
import { useT } from '../../../kit/text/i18n.ts'

/** Leads to a dispute, opened in its list. */
export const DisputeLink = ({
  id,
  children,
}: {
  id: string
  children: string | null | undefined
}) => (
  <Link to={`/bill/lines?_tab=disputes&_row=${id}`} onClick={(event) => event.stopPropagation()}>
    {children}
  </Link>
)

/** The dispute lines were just put into: it is still to be sent, and until when. */
export function NewDispute({ id }: { id: string }) {
  const t = useT('bills')
  const found = useApi(disputes.queryById, { id }, { quiet: true })
  const data = found.data as DisputeRow | undefined
  if (data?.state !== 'draft') return null
  return (
    <Alert
      type="warning"
      showIcon
      title={t('dispute.named', { no: data.no ?? '', deadline: data.deadline ?? '' })}
      action={<DisputeLink id={id}>{t('dispute.open')}</DisputeLink>}
    />
  )
}
