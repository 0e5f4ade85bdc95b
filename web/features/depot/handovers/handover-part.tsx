import { FilePdfOutlined, QrcodeOutlined } from '@ant-design/icons'
import { Button, Modal } from 'antd'
import { useState } from 'react'
import { HANDOVER_HOURS, handovers } from '#contracts/depot/handovers.ts'
import { useDownload } from '../../../kit/http/use-download.ts'
import { useApi } from '../../../kit/http/query.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { CopyText, Moment } from '../../../kit/platform/cells.tsx'
import { QrCode } from '../../../kit/platform/qr-code.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import './handovers.css'

/** The hand-over of a shipped batch: the code for the driver's phone, then who signed, and the sheet. */
export function HandoverPart({
  batchId,
  no,
  may,
}: {
  batchId: string
  no: string
  /** Whether the caller may make a link. */
  may: boolean
}) {
  const t = useT('handovers')
  const [link, setLink] = useState<string | null>(null)
  const found = useApi(handovers.queryById, { batchId }, { refetchInterval: link ? 3_000 : 30_000 })
  const signed = found.data?.signed
  const add = useAction(handovers.add, {
    success: false,
    onDone: ({ path }) => setLink(window.location.origin + path),
  })
  const sheet = useDownload(handovers.sheet)
  if (!found.data) return null
  return (
    <p className="wh-head">
      {signed && (
        <>
          {t('signed', { driver: signed.driver, plate: signed.plate })}{' '}
          <Moment at={signed.signedAt} />{' '}
        </>
      )}
      {!signed && may && (
        <Button
          icon={<QrcodeOutlined />}
          loading={add.busy}
          onClick={() => void add.run({ batchId })}
        >
          {t('link')}
        </Button>
      )}{' '}
      <Button
        icon={<FilePdfOutlined />}
        loading={sheet.busy}
        onClick={() => void sheet.run({ batchId }, `${no}-handover.pdf`)}
      >
        {t('sheet')}
      </Button>
      <Modal
        open={link !== null && !signed}
        title={`${t('link')} · ${no}`}
        footer={null}
        width={420}
        onCancel={() => setLink(null)}
      >
        {link && (
          <>
            <p>{t('link.text', { hours: HANDOVER_HOURS })}</p>
            <div className="ho-code">
              <QrCode text={link} label={t('link')} />
            </div>
            <CopyText text={link}>{t('link.copy')}</CopyText>
          </>
        )}
      </Modal>
    </p>
  )
}
