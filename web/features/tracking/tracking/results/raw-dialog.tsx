import { Modal, Skeleton } from 'antd'
import { trackResults } from '#contracts/tracking/track-results.ts'
import { useApi } from '../../../../kit/http/query.ts'
import { ErrorNote } from '../../../../kit/platform/empty.tsx'
import { useT } from '../../../../kit/text/i18n.ts'

/** An event as it is stored, and the body of its push. */
export default function RawDialog({ eventId, onClose }: { eventId: string; onClose: () => void }) {
  const t = useT('track-result')
  const found = useApi(trackResults.raw, { eventId })
  return (
    <Modal open width={720} title={t('raw.title')} footer={null} onCancel={onClose}>
      {found.error && !found.data && (
        <ErrorNote error={found.error} retry={() => void found.refetch()} />
      )}
      {!found.data && !found.error && <Skeleton active />}
      {found.data && (
        <dl className="trk-facts">
          {found.data.fields
            .filter(({ value }) => value !== null)
            .map(({ name, value }) => (
              <div key={name}>
                <dt>{t(`field.${name}`)}</dt>
                <dd>{value}</dd>
              </div>
            ))}
        </dl>
      )}
      {found.data?.push && <pre className="trk-raw">{found.data.push}</pre>}
    </Modal>
  )
}
