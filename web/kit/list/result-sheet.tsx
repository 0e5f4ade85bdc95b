import { Button, Modal } from 'antd'
import type { BulkResult } from '#contracts/kit/envelope.ts'
import { useT } from '../text/i18n.ts'

export interface BulkOutcome {
  title: string
  result: BulkResult
}

/** Refused by the row's state, or gone: the same call cannot succeed. */
const isFinal = (code: string | null): boolean =>
  code === 'row.missing' || (code?.includes('.not.') ?? false)

/**
 * What became of each row of a bulk call: how many went through, and by name which did not and why.
 * Those that may succeed the next time can be tried again.
 */
export function ResultSheet({
  outcome,
  onClose,
  onRetry,
}: {
  outcome: BulkOutcome | null
  onClose: () => void
  onRetry?: (ids: string[]) => void
}) {
  const t = useT()
  const rows = outcome?.result.rows ?? []
  const failed = rows.filter((row) => !row.ok)
  const noted = rows.filter((row) => row.ok && (row.message || row.warnings))
  const again = rows.length > 1 ? failed.filter((row) => !isFinal(row.code)) : []
  return (
    <Modal
      open={outcome !== null}
      title={outcome?.title}
      onCancel={onClose}
      width={640}
      footer={[
        onRetry && again.length > 0 && (
          <Button key="retry" onClick={() => onRetry(again.map((row) => row.id))}>
            {t('result.retry', { count: again.length })}
          </Button>
        ),
        <Button key="close" type="primary" onClick={onClose}>
          {t('action.close')}
        </Button>,
      ]}
    >
      {rows.length > 1 && (
        <p role="status">
          {t('result.summary', {
            done: outcome?.result.done ?? 0,
            failed: outcome?.result.failed ?? 0,
          })}
        </p>
      )}
      {failed.length > 0 && (
        <Rows
          title={t('result.refused')}
          column={t('result.reason')}
          rows={failed.map((row) => ({ ...row, said: row.message ?? row.code }))}
        />
      )}
      {noted.length > 0 && (
        <Rows
          title={t('result.noted')}
          column={t('result.note')}
          rows={noted.map((row) => ({
            ...row,
            said: [row.message, ...new Set(row.warnings?.map(({ message }) => message))]
              .filter(Boolean)
              .join(' '),
          }))}
        />
      )}
    </Modal>
  )
}

function Rows({
  title,
  column,
  rows,
}: {
  title: string
  column: string
  rows: readonly { id: string; label: string | null; said: string | null }[]
}) {
  const t = useT()
  return (
    <div className="py-result-rows">
      <table>
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">{t('result.row')}</th>
            <th scope="col">{column}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <th scope="row">{row.label ?? row.id}</th>
              <td>{row.said}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
