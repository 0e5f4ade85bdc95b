import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import { loadWhenIdle, flush } from './when-idle.ts'
import { useT } from '../text/i18n.ts'
import { FilterIcon } from './list-icons.tsx'
import { valuesOf } from './list-state.ts'
import { pastedNumbers } from './pasted-numbers.ts'
import type { List } from './use-list.ts'

export interface FilterItem {
  key: string
  label: string
  /** `numbers`: from–to; `pasted`: text that takes many numbers at once (the filter says `numbers` too). */
  input: 'text' | 'dict' | 'ref' | 'bool' | 'days' | 'numbers' | 'pasted'
  dict?: string
  ref?: string
  many?: boolean
}
// Choices and calendars are heavier than the rest of the list: they come after the rows, or when they are reached for.
const DayRange = lazy(loadWhenIdle(() => import('./day-range.tsx')))
const DictSelect = lazy(
  loadWhenIdle(async () => ({ default: (await import('../form/dict-select.tsx')).DictSelect })),
)
const RefSelect = lazy(
  loadWhenIdle(async () => ({ default: (await import('../resource/ref-select.tsx')).RefSelect })),
)
const BoolSelect = lazy(loadWhenIdle(() => import('../form/bool-select.tsx')))
const NumberDialog = lazy(() => import('./number-dialog.tsx'))
const PAUSE_MS = 400

/** `lead`: its label stands inside it, where there is no room beside. */
export function FilterInput<R>({
  id,
  item,
  list,
  lead = false,
}: {
  id: string
  item: FilterItem
  list: List<R>
  lead?: boolean
}) {
  const t = useT()
  const { key } = item
  const value = list.state.filters[key]
  const put = (next: string | null) => list.setFilters({ [key]: next })
  const chosen = item.many ? (value?.split(',') ?? []) : (value ?? null)
  const onChosen = (next: string | readonly string[] | null) =>
    put(Array.isArray(next) ? next.join(',') : typeof next === 'string' ? next : null)
  const [begin, end] = [`${key}_begin`, `${key}_end`]

  switch (item.input) {
    case 'dict':
      return (
        <Later id={id}>
          {(autoFocus) => (
            <DictSelect
              id={id}
              autoFocus={autoFocus}
              code={item.dict ?? ''}
              value={chosen}
              onChange={onChosen}
              many={item.many ?? false}
            />
          )}
        </Later>
      )
    case 'ref':
      return (
        <Later id={id}>
          {(autoFocus) => (
            <RefSelect
              id={id}
              autoFocus={autoFocus}
              of={item.ref ?? ''}
              value={chosen}
              onChange={onChosen}
              many={item.many ?? false}
            />
          )}
        </Later>
      )
    case 'bool':
      return (
        <Later id={id}>
          {(autoFocus) => (
            <BoolSelect id={id} autoFocus={autoFocus} value={value ?? null} onChange={put} />
          )}
        </Later>
      )
    case 'days':
      return (
        <Later id={id} hint={t('filter.days')}>
          {() => (
            <DayRange
              id={id}
              begin={list.state.filters[begin] ?? null}
              end={list.state.filters[end] ?? null}
              onChange={(from, to) => list.setFilters({ [begin]: from, [end]: to })}
            />
          )}
        </Later>
      )
    case 'numbers':
      return (
        <span className="py-filter-range">
          <TextFilter
            id={id}
            value={list.state.filters[begin]}
            put={(next) => list.setFilters({ [begin]: next })}
            numeric
          />
          <span aria-hidden>–</span>
          <TextFilter
            label={t('filter.upTo', { label: item.label })}
            value={list.state.filters[end]}
            put={(next) => list.setFilters({ [end]: next })}
            numeric
          />
        </span>
      )
    case 'pasted':
      return <PastedFilter id={id} label={item.label} value={value} put={put} lead={lead} />
    default:
      return (
        <TextFilter
          id={id}
          value={value}
          put={put}
          {...(lead ? { placeholder: item.label } : {})}
        />
      )
  }
}

/** Its place is kept while it is on its way; who goes there finds it under their fingers. */
function Later({
  id,
  hint,
  children,
}: {
  id: string
  hint?: string
  children: (autoFocus: boolean) => ReactNode
}) {
  const focusRequested = useRef(false)
  const reach = () => {
    focusRequested.current = true
    flush()
  }
  return (
    <Suspense
      fallback={
        <input
          id={id}
          className="py-input"
          readOnly
          placeholder={hint}
          onFocus={reach}
          onPointerEnter={flush}
        />
      }
    >
      <Arrived focusRequested={focusRequested}>{children}</Arrived>
    </Suspense>
  )
}
const Arrived = ({
  focusRequested,
  children,
}: {
  focusRequested: { readonly current: boolean }
  children: (autoFocus: boolean) => ReactNode
}) => children(focusRequested.current)

/** One number to type, or up to five hundred to paste: a column of a spreadsheet becomes a list of its own. */
function PastedFilter({
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
function TextFilter({
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
          const { numbers } = pastedNumbers(event.clipboardData.getData('text'))
          if (numbers.length < 2) return
          event.preventDefault()
          onMany(numbers)
        })
      }
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !composing) apply(text.trim())
        if (event.key === 'Escape') event.currentTarget.blur()
      }}
    />
  )
}
