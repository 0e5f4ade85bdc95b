import { useState } from 'react'
import { useT } from '../text/i18n.ts'

/** A reason in words, with the usual ones as buttons over the field. */
export function ReasonField({
  usual,
  label,
  onChange,
}: {
  usual: readonly string[]
  /** What is asked for where it is no reason. */
  label?: string | undefined
  onChange: (reason: string) => void
}) {
  const t = useT()
  const [text, setText] = useState('')
  const put = (next: string) => {
    setText(next)
    onChange(next)
  }
  return (
    <>
      {usual.length > 0 && (
        <p className="py-reasons">
          {usual.map((reason) => (
            <button
              key={reason}
              type="button"
              aria-pressed={text === reason}
              onClick={() => put(reason)}
            >
              {reason}
            </button>
          ))}
        </p>
      )}
      <textarea
        className="py-input py-reason"
        aria-label={label ?? t('confirm.reason')}
        placeholder={label ?? t('confirm.reason')}
        maxLength={200}
        rows={3}
        value={text}
        onChange={(event) => put(event.target.value)}
      />
    </>
  )
}
