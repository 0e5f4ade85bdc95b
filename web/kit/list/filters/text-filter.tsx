import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useT } from '../../text/i18n.ts'
import { FilterIcon } from '../../platform/icons/list-icons.tsx'
import { valuesOf } from '../list-state.ts'
import { pastedNumbers } from './pasted-numbers.ts'

const NumberDialog = lazy(() => import('./number-dialog.tsx'))

const PAUSE_MS = 400

/**
 * One number to type, or up to five hundred to paste: a column of a spreadsheet becomes a list of
 * its own.
 */
export function PastedFilter({
  id,
  label,
  value,
  put,
  lead,
}: {
  id: string
  label: string
  value: string | undefined
  put: (next: string | null) => void
  lead: boolean
}) {
  const t = useT()
  const [writing, setWriting] = useState(false)
  const many = value?.includes(',') ? valuesOf(value) : null
  const take = (numbers: readonly string[]) =>
    put(numbers.length === 1 ? `${numbers[0]},` : numbers.join(',') || null)
  return (
    <span className="py-pasted">
      {many ? (
        <button
          type="button"
          id={id}
          className="py-input py-pasted-many"
          onClick={() => setWriting(true)}
        >
          {t('numbers.count', { count: many.length })}
        </button>
      ) : (
        <TextFilter
          id={id}
          value={value}
          put={put}
          onMany={take}
          {...(lead ? { placeholder: label } : {})}
        />
      )}
      {many ? (
        <button
          type="button"
          className="py-tool"
          onClick={() => put(null)}
          aria-label={t('numbers.clear', { label })}
          title={t('numbers.clear', { label })}
        >
          ×
        </button>
      ) : (
        <button
          type="button"
          className="py-tool"
          aria-haspopup="dialog"
          onClick={() => setWriting(true)}
          aria-label={t('numbers.several', { label })}
          title={t('numbers.several', { label })}
        >
          <FilterIcon />
        </button>
      )}
      {writing && (
        <Suspense>
          <NumberDialog
            label={label}
            numbers={many ?? (value ? [value] : [])}
            onDone={take}
            onClose={() => setWriting(false)}
          />
        </Suspense>
      )}
    </span>
  )
}

interface TextFilterProps {
  id?: string
  label?: string
  value: string | undefined
  put: (next: string | null) => void
  numeric?: boolean
  placeholder?: string
  onMany?: (numbers: readonly string[]) => void
}

/** Text applies after a pause or on Enter; half-composed Chinese never does. */
export function TextFilter({
  id,
  label,
  value,
  put,
  numeric = false,
  placeholder,
  onMany,
}: TextFilterProps) {
  const [text, setText] = useState(value ?? '')
  const [composing, setComposing] = useState(false)
  const sent = useRef(value ?? '')
  const apply = (next: string) => {
    if (next === sent.current || (numeric && next !== '' && !/^-?\d+(\.\d+)?$/.test(next))) return
    sent.current = next
    put(next || null)
  }
  const applyNow = useEffectEvent(() => apply(text.trim()))
  // The address changed without us (back button, cleared filters): follow it.
  useEffect(() => {
    if ((value ?? '') === sent.current) return
    sent.current = value ?? ''
    setText(value ?? '')
  }, [value])
  useEffect(() => {
    if (composing) return
    const timer = setTimeout(applyNow, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text, composing])
  return (
    <input
      id={id}
      aria-label={label}
      className="py-input"
      type={numeric ? 'text' : 'search'}
      {...(numeric ? { inputMode: 'decimal' as const } : {})}
      autoComplete="off"
      spellCheck={false}
      placeholder={placeholder}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onCompositionStart={() => setComposing(true)}
      onCompositionEnd={() => setComposing(false)}
      onPaste={
        onMany &&
        ((event) => {
          const pasted = event.clipboardData.getData('text')
          const { numbers } = pastedNumbers(pasted)
          const [only = ''] = numbers
          if (numbers.length > 1) onMany(numbers)
          // One number in printed groups, as the list stores it.
          else if (text === '' && only !== pasted.trim()) setText(only)
          else return
          event.preventDefault()
        })
      }
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !composing) apply(text.trim())
        if (event.key === 'Escape') event.currentTarget.blur()
      }}
    />
  )
}
