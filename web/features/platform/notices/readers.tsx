import { notices, type Reader } from '#contracts/platform/messaging/notices.ts'
import { Moment } from '../../../kit/platform/cells.tsx'
import { DataTable, type Column } from '../../../kit/table/data-table.tsx'
import { Empty } from '../../../kit/platform/empty.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { useApi } from '../../../kit/http/query.ts'
import { StatusTag } from '../../../kit/platform/status-tag.tsx'

const SHOWN = 100

/** The people of an announcement and whether they have read it; those who have not come first. */
export default function Readers({ id, mustAck }: { id: string; mustAck: boolean }) {
  const t = useT('notices')
  const query = { id, pageSize: String(SHOWN) }
  const found = useApi(notices.readers, query, { keepPrevious: true })
  const columns: Column<Reader>[] = [
    {
      key: 'realname',
      title: t('reader.name'),
      width: 140,
      card: 'title',
      render: (row) => (
        <>
          {row.realname} <small className="notice-soft">{row.username}</small>
        </>
      ),
    },
    {
      key: 'readFlag',
      title: t('reader.read'),
      width: 100,
      render: (row) => (
        <StatusTag tone={row.readFlag === '1' ? 'done' : 'idle'}>
          {t(row.readFlag === '1' ? 'read.yes' : 'read.no')}
        </StatusTag>
      ),
    },
    {
      key: 'readTime',
      title: t('reader.time'),
      width: 140,
      render: (row) => <Moment at={row.readTime} />,
    },
    ...(mustAck
      ? [
          {
            key: 'ackTime',
            title: t('reader.ack'),
            width: 140,
            render: (row: Reader) => <Moment at={row.ackTime} />,
          },
        ]
      : []),
  ]
  return (
    <section className="notice-readers">
      <h2>{t('readers')}</h2>
      <DataTable<Reader>
        label={t('readers')}
        columns={columns}
        rows={found.data?.records ?? []}
        loading={found.isPending}
        keys={false}
        empty={<Empty kind="nothing" />}
      />
      {found.data && found.data.total > SHOWN && (
        <p className="notice-soft">{t('readers.more', { count: found.data.total - SHOWN })}</p>
      )}
    </section>
  )
}
