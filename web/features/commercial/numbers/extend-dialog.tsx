import { Alert, Modal } from 'antd'
import { useState } from 'react'
import { numberSegments } from '#contracts/commercial/numbers/number-segments.calls.ts'
import { NumberInput } from '../../../kit/form/number-input.tsx'
import { useAction } from '../../../kit/http/use-action.ts'
import { reasonOf } from '../../../kit/http/notify.tsx'
import { useT } from '../../../kit/text/i18n.ts'

interface Extended {
  id: string
  code: string | null
  endNo: number | null
  version: number
}

/** Moves the end of a segment up. */
export default function ExtendDialog({ row, onClose }: { row: Extended; onClose: () => void }) {
  const t = useT('numbers')
  const [endNo, setEndNo] = useState<number | null>(null)
  const extend = useAction(numberSegments.extend, {
    ownRefusals: true,
    success: t('extend.done', { end: String(endNo ?? '') }),
  })
  const save = async () => {
    if (endNo === null) return
    const { id, version } = row
    if ((await extend.run({ id, endNo, version })).ok) onClose()
  }
  const issue = extend.error?.issues[0]?.message
  return (
    <Modal
      open
      width={440}
      title={t('extend.title', { code: row.code ?? '' })}
      okText={t('extend')}
      cancelText={t('action.cancel')}
      okButtonProps={{ loading: extend.busy, disabled: endNo === null }}
      onOk={() => void save()}
      onCancel={onClose}
    >
      <p>{t('extend.now', { end: String(row.endNo ?? '') })}</p>
      <label className="number-field">
        {t('extend.end')}
        <NumberInput
          autoFocus
          controls={false}
          min={0}
          max={999_999_999_999_999}
          precision={0}
          value={endNo}
          {...(extend.error ? { status: 'error' as const } : {})}
          onChange={setEndNo}
        />
      </label>
      {extend.error && (
        <Alert
          type="error"
          role="alert"
          title={issue ? `${t('extend.end')} ${issue}` : reasonOf(extend.error, t)}
        />
      )}
    </Modal>
  )
}
