import { Input, Modal, Skeleton } from 'antd'
import { useState } from 'react'
import { deliveryNumbers } from '#contracts/tracking/delivery-numbers.ts'
import { useApi } from '../../../../kit/http/query.ts'
import { useDebouncedValue } from '../../../../kit/platform/use-timing.ts'
import { StatusTag } from '../../../../kit/platform/status-tag.tsx'
import { useT } from '../../../../kit/text/i18n.ts'

const TONES = { high: 'done', medium: 'moving', low: 'idle' } as const

/** Whose a number may be, how sure that is, and by which rule. */
export default function DetectDialog({ onClose }: { onClose: () => void }) {
  const t = useT('couriers')
  const [text, setText] = useState('')
  const asked = useDebouncedValue(text.trim())
  const found = useApi(
    deliveryNumbers.recognise,
    { trackNo: asked },
    { enabled: asked.length >= 4, quiet: true },
  )
  return (
    <Modal open title={t('detect')} footer={null} onCancel={onClose} destroyOnHidden>
      <Input
        autoFocus
        allowClear
        value={text}
        maxLength={60}
        aria-label={t('detect.number')}
        placeholder={t('detect.number')}
        onChange={(event) => setText(event.target.value)}
      />
      <div aria-live="polite">
        {asked.length < 4 && <p className="trk-soft">{t('detect.hint')}</p>}
        {asked.length >= 4 && found.isLoading && <Skeleton active />}
        {asked.length >= 4 && found.data?.length === 0 && <p>{t('detect.none')}</p>}
        {asked.length >= 4 && found.data && found.data.length > 0 && (
          <ul className="trk-recognised">
            {found.data.map(({ courier, carrier, format, confidence }) => (
              <li key={`${courier ?? ''}/${carrier}`}>
                <strong>{courier ?? t('detect.notOurs', { carrier })}</strong>{' '}
                <StatusTag tone={TONES[confidence]}>{t(`detect.${confidence}`)}</StatusTag>{' '}
                <span className="trk-soft">
                  {format === null ? t('detect.pattern') : t('detect.format', { format })}
                </span>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Modal>
  )
}
