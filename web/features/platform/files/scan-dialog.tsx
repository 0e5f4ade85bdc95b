import { Modal, Skeleton } from 'antd'
import { useEffect, useState } from 'react'
import { fileStore } from '#contracts/platform/operations/file-store.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { useNotify } from '../../../kit/http/notify.tsx'
import { useStableCallback } from '../../../kit/platform/use-stable-callback.ts'
import { useT } from '../../../kit/text/i18n.ts'

const REMOVABLE = ['expired', 'ownerless', 'unnamed'] as const
type Found = Record<(typeof REMOVABLE)[number] | 'lost', number>

/** What nothing needs any more: counted first, removed when asked to. */
export default function ScanDialog({ onClose }: { onClose: () => void }) {
  const t = useT('files')
  const notify = useNotify()
  const scan = useAction(fileStore.scan, { success: false })
  const [found, setFound] = useState<Found | null>(null)
  const removable = found ? REMOVABLE.reduce((sum, key) => sum + found[key], 0) : 0
  const run = useStableCallback(async (remove: boolean) => {
    const answer = await scan.run({ remove })
    if (!answer.ok) return
    if (!remove) return setFound(answer.result)
    const count = REMOVABLE.reduce((sum, key) => sum + answer.result[key], 0)
    notify.success(t('scan.removed', { count }))
    onClose()
  })
  useEffect(() => void run(false), [run])
  return (
    <Modal
      open
      title={t('scan.title')}
      className="py-dialog"
      okText={t('scan.remove')}
      okButtonProps={{ danger: true, disabled: removable === 0, loading: scan.busy }}
      cancelText={t('action.close')}
      onOk={() => run(true)}
      onCancel={onClose}
    >
      {found === null ? (
        <Skeleton active paragraph={{ rows: 3 }} />
      ) : removable + found.lost === 0 ? (
        <p>{t('scan.clean')}</p>
      ) : (
        <div className="file-orphans">
          <dl>
            {[...REMOVABLE, 'lost' as const].map((key) => (
              <Line key={key} label={t(`scan.${key}`)} value={found[key]} />
            ))}
          </dl>
          {found.lost > 0 && <p>{t('scan.lostHint')}</p>}
        </div>
      )}
    </Modal>
  )
}

function Line({ label, value }: { label: string; value: number }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </>
  )
}
