import { Alert } from 'antd'
import { Link } from 'react-router'
import { disputes } from '#contracts/billing/disputes.ts'
import { useApi } from '../../../kit/http/query.ts'
import { useT } from '../../../kit/text/i18n.ts'

/** Leads to a dispute, opened in its list. */
export const DisputeLink = ({ id, children }: { id: string; children: string | null }) => (
  <Link to={`/bill/lines?tab=disputes&_row=${id}`} onClick={(event) => event.stopPropagation()}>
    {children}
  </Link>
)

/** The dispute lines were just put into: it is still to be sent, and until when. */
export function NewDispute({ id }: { id: string }) {
  const t = useT('bills')
  const { data } = useApi(disputes.queryById, { id }, { quiet: true })
  if (data?.state !== 'draft') return null
  return (
    <Alert
      type="warning"
      showIcon
      title={t('dispute.named', { no: data.no, deadline: data.deadline })}
      action={<DisputeLink id={id}>{t('dispute.open')}</DisputeLink>}
    />
  )
}
