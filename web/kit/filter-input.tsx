import { Select } from 'antd'
import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { DictSelect } from './dict-select.tsx'
import { useT } from './i18n.ts'
import { FilterIcon } from './list-icons.tsx'
import { valuesOf } from './list-state.ts'
import { pastedNumbers } from './pasted-numbers.ts'
import { RefSelect } from './ref-select.tsx'
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
// The calendar is heavier than the rest of the list: it comes after the rows.
const DayRange = lazy(() => import('./day-range.tsx'))
const NumberDialog = lazy(() => import('./number-dialog.tsx'))
const PAUSE_MS = 400

/** `lead`: its label stands inside it, where there is no room beside. */
export function FilterInput<R>({ id, item, list, lead = false }: { id: string; item: FilterItem; list: List<R>; lead?: boolean }) {
  const t = useT()
  const { key } = item
  const value = list.state.filters[key]
  const put = (next: string | null) => list.setFilters({ [key]: next })
  const chosen = item.many ? (value?.split(',') ?? []) : (value ?? null)
  const onChosen = (next: string | readonly string[] | null) => put(Array.isArray(next) ? next.join(',') : typeof next === 'string' ? next : null)
  const [begin, end] = [`${key}_begin`, `${key}_end`]

  switch (item.input) {
    case 'dict': return <DictSelect id={id} code={item.dict ?? ''} value={chosen} onChange={onChosen} many={item.many ?? false} />
    case 'ref': return <RefSelect id={id} of={item.ref ?? ''} value={chosen} onChange={onChosen} many={item.many ?? false} />
    case 'bool': return <Select id={id} allowClear value={value ?? null} onChange={(next: string | null | undefined) => put(next ?? null)} options={[{ value: 'true', label: t('value.yes') }, { value: 'false', label: t('value.no') }]} popupMatchSelectWidth={false} />
    case 'days':
      return (
        <Suspense fallback={<input id={id} className="py-input" readOnly placeholder={t('filter.days')} />}>
          <DayRange id={id} begin={list.state.filters[begin] ?? null} end={list.state.filters[end] ?? null} onChange={(from, to) => list.setFilters({ [begin]: from, [end]: to })} />
        </Suspense>
      )
    case 'numbers':
      return (
        <span className="py-filter-range">
          <TextFilter id={id} value={list.state.filters[begin]} put={(next) => list.setFilters({ [begin]: next })} numeric />
          <span aria-hidden>–</span>
          <TextFilter label={t('filter.upTo', { label: item.label })} value={list.state.filters[end]} put={(next) => list.setFilters({ [end]: next })} numeric />
        </span>
      )
    case 'pasted': return <PastedFilter id={id} label={item.label} value={value} put={put} lead={lead} />
    default: return <TextFilter id={id} value={value} put={put} {...(lead ? { placeholder: item.label } : {})} />
  }
}

/** One number to type, or up to five hundred to paste: a column of a spreadsheet becomes a list of its own. */
function PastedFilter({ id, label, value, put, lead }: { id: string; label: string; value: string | undefined; put: (next: string | null) => void; lead: boolean }) {
  const t = useT()
  const [writing, setWriting] = useState(false)
  const many = value?.includes(',') ? valuesOf(value) : null
  const take = (numbers: readonly string[]) => put(numbers.length === 1 ? `${numbers[0]},` : numbers.join(',') || null)
  return (
    <span className="py-pasted">
      {many
        ? <button type="button" id={id} className="py-input py-pasted-many" onClick={() => setWriting(true)}>{t('numbers.count', { count: many.length })}</button>
        : <TextFilter id={id} value={value} put={put} onMany={take} {...(lead ? { placeholder: label } : {})} />}
      {many
        ? <button type="button" className="py-tool" onClick={() => put(null)} aria-label={t('numbers.clear', { label })} title={t('numbers.clear', { label })}>×</button>
        : <button type="button" className="py-tool" aria-haspopup="dialog" onClick={() => setWriting(true)} aria-label={t('numbers.several', { label })} title={t('numbers.several', { label })}><FilterIcon /></button>}
      {writing && <Suspense><NumberDialog label={label} numbers={many ?? (value ? [value] : [])} onDone={take} onClose={() => setWriting(false)} /></Suspense>}
    </span>
  )
}

interface TextFilterProps { id?: string; label?: string; value: string | undefined; put: (next: string | null) => void; numeric?: boolean; placeholder?: string; onMany?: (numbers: readonly string[]) => void }

/** Text applies after a pause or on Enter; half-composed Chinese never does. */
function TextFilter({ id, label, value, put, numeric = false, placeholder, onMany }: TextFilterProps) {
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
      id={id} aria-label={label} className="py-input" type={numeric ? 'text' : 'search'} {...(numeric ? { inputMode: 'decimal' as const } : {})} autoComplete="off" spellCheck={false} placeholder={placeholder}
      value={text} onChange={(event) => setText(event.target.value)} onCompositionStart={() => setComposing(true)} onCompositionEnd={() => setComposing(false)}
      onPaste={onMany && ((event) => {
        const { numbers } = pastedNumbers(event.clipboardData.getData('text'))
        if (numbers.length < 2) return
        event.preventDefault()
        onMany(numbers)
      })}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !composing) apply(text.trim())
        if (event.key === 'Escape') event.currentTarget.blur()
      }}
    />
  )
}
