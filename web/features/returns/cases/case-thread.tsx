import { LockOutlined, MailOutlined, RobotOutlined, UserOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { comments, type CaseEntry } from '#contracts/returns/cases/comments.ts'
import { FileThumb } from '../../../kit/files/file-preview.tsx'
import { useApi } from '../../../kit/http/query.ts'
import { useDownload } from '../../../kit/http/use-download.ts'
import { Moment } from '../../../kit/platform/cells.tsx'
import { ErrorNote } from '../../../kit/platform/empty.tsx'
import { useSession } from '../../../kit/session/session.ts'
import { useT } from '../../../kit/text/i18n.ts'

const FilePreview = lazy(() => import('../../../kit/files/file-preview.tsx'))
const SIGNS = {
  comment: <UserOutlined />,
  note: <LockOutlined />,
  carrier: <MailOutlined />,
  mail: <RobotOutlined />,
}
type CaseFile = CaseEntry['files'][number]

/** All that was written, oldest first; a word, a sign and a frame show who reads it. */
export function CaseThread({ caseId }: { caseId: string }) {
  const t = useT('cases')
  // Who reads what is for those who may write for several readers.
  const staff = useSession().user?.customerId === null
  const found = useApi(comments.list, { caseId }, { refetchInterval: 30_000 })
  const [shown, setShown] = useState<CaseFile | null>(null)
  const raw = useDownload(comments.raw)
  if (found.error && !found.data)
    return <ErrorNote error={found.error} retry={() => void found.refetch()} />
  const entries = found.data ?? []
  return (
    <>
      {found.data && entries.length === 0 && <p className="py-hint">{t('noText')}</p>}
      <ol className="case-thread">
        {entries.map((entry) => (
          <li key={`${entry.kind}${entry.id}`} data-kind={entry.kind} data-staff={entry.ofStaff}>
            <p className="case-head">
              {SIGNS[entry.kind]} <b>{entry.by}</b> <Moment at={entry.at} />{' '}
              {staff && (
                <span className="case-kind">
                  {entry.readers.length > 0
                    ? entry.readers.map((reader) => t(`reads.${reader}`)).join(' · ')
                    : t(`kind.${entry.kind}`)}
                </span>
              )}
              {entry.unproven && <span className="case-kind"> {t('unproven')}</span>}
            </p>
            <p className="case-text">{entry.text}</p>
            {entry.leftOut.length > 0 && (
              <p className="py-hint">{t('leftOut', { names: entry.leftOut.join(', ') })}</p>
            )}
            {entry.files.length > 0 && (
              <ul className="py-files-list">
                {entry.files.map((file) => (
                  <li key={file.id}>
                    <button type="button" className="py-files-open" onClick={() => setShown(file)}>
                      <FileThumb file={file} />
                      <span className="py-files-name">{file.fileName}</span>
                    </button>
                  </li>
                ))}
              </ul>
            )}
            {entry.mailId !== null && (
              <Button
                type="link"
                size="small"
                loading={raw.busy}
                onClick={() => void raw.run({ mailId: entry.mailId! }, `mail-${entry.mailId!}.eml`)}
              >
                {t('raw')}
              </Button>
            )}
          </li>
        ))}
      </ol>
      <Suspense>{shown && <FilePreview file={shown} onClose={() => setShown(null)} />}</Suspense>
    </>
  )
}
