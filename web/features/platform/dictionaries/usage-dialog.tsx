import { Modal, Skeleton } from 'antd'
import { dicts, type DictRow } from '#contracts/platform/lists/dictionaries.ts'
import { Empty, ErrorNote } from '../../../kit/platform/empty.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { useApi } from '../../../kit/http/query.ts'
import { useDictName } from './use-items.ts'

/** Which fields of which entities are chosen from a dictionary. */
export default function UsageDialog({ dict, onClose }: { dict: DictRow; onClose: () => void }) {
  const t = useT('dictionaries')
  const name = useDictName(dict)
  const found = useApi(dicts.usage, { code: dict.dictCode })
  const rows = found.data ?? []
  return (
    <Modal open title={t('usage.title', { name })} width={560} footer={null} onCancel={onClose}>
      {found.error ? (
        <ErrorNote error={found.error} retry={() => void found.refetch()} />
      ) : found.isPending ? (
        <Skeleton active />
      ) : rows.length === 0 ? (
        <Empty kind="nothing" title={t('usage.none')} />
      ) : (
        <table className="dic-usage">
          <thead>
            <tr>
              <th scope="col">{t('usage.entity')}</th>
              <th scope="col">{t('usage.field')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={`${row.entity}.${row.field}`}>
                <td>{row.title}</td>
                <td>
                  {row.label} <code>{row.field}</code>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Modal>
  )
}
