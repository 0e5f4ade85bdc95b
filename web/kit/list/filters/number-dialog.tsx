import { Modal } from 'antd'
import { useState } from 'react'
import { useT } from '../../text/i18n.ts'
import { MAX_NUMBERS, pastedNumbers } from './pasted-numbers.ts'

/**
 * A place to paste or correct many numbers, one per line; shows how many are good, repeated, or too
 * many.
 */
export default function NumberDialog({
  label,
  numbers,
  onDone,
  onClose,
}: {
  label: string
  numbers: readonly string[]
  onDone: (numbers: readonly string[]) => void
  onClose: () => void
}) {
  const t = useT('lists')
  const [text, setText] = useState(numbers.join('\n'))
  const found = pastedNumbers(text)
  const done = () => {
    onDone(found.numbers)
    onClose()
  }
  return (
    <Modal
      open
      title={label}
      onCancel={onClose}
      onOk={done}
      okText={t('numbers.search', { count: found.numbers.length })}
      cancelText={t('action.cancel')}
      width={480}
    >
      <textarea
        className="py-input py-number-area"
        autoFocus
        rows={12}
        spellCheck={false}
        value={text}
        aria-label={label}
        placeholder={t('numbers.hint', { max: MAX_NUMBERS })}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
            event.preventDefault()
            done()
          }
        }}
      />
      <p className="py-hint" role="status">
        {t('numbers.count', { count: found.numbers.length })}
        {found.repeated > 0 && ` · ${t('numbers.repeated', { count: found.repeated })}`}
        {found.cut > 0 && (
          <strong className="py-negative">
            {' '}
            · {t('numbers.cut', { count: found.cut, max: MAX_NUMBERS })}
          </strong>
        )}
      </p>
    </Modal>
  )
}
