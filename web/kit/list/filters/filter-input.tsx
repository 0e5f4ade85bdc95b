import { lazy, Suspense, useRef, type ReactNode } from 'react'
import { loadWhenIdle, flush } from '../../http/when-idle.ts'
import { useT } from '../../text/i18n.ts'
import type { List } from '../list.ts'
import { PastedFilter, TextFilter } from './text-filter.tsx'

export interface FilterItem {
  key: string
  label: string
  /**
   * `numbers`: from–to; `pasted`: text that takes many numbers at once (the filter has `numbers`
   * too).
   */
  input: 'text' | 'dict' | 'ref' | 'bool' | 'day' | 'days' | 'numbers' | 'pasted'
  dict?: string
  /** The words of its dictionary's items, where its readers have words of their own. */
  wordOf?: ((value: string) => string) | undefined
  ref?: string
  many?: boolean
  /** Several moments one range may stand for, one at a time; the first is its own key. */
  kinds?: readonly { key: string; label: string }[]
  /** Days the list answers for where none is chosen, by parameter. */
  usual?: Readonly<Record<string, string>>
}

/** The keys of the filters an item sets. */
export const keysOf = ({ key, kinds }: FilterItem): string[] =>
  kinds ? kinds.map((kind) => kind.key) : [key]
// Choices and calendars are heavier than the rest of the list: they come after the rows, or when
// they are reached for.
const DayKinds = lazy(loadWhenIdle(() => import('./day-kinds.tsx')))
const DayRange = lazy(loadWhenIdle(() => import('./day-range.tsx')))
const OneDay = lazy(loadWhenIdle(() => import('./one-day.tsx')))
const DictSelect = lazy(
  loadWhenIdle(async () => ({
    default: (await import('../../form/choices/dict-select.tsx')).DictSelect,
  })),
)
const RefSelect = lazy(
  loadWhenIdle(async () => ({
    default: (await import('../../form/choices/ref-select.tsx')).RefSelect,
  })),
)
const BoolSelect = lazy(loadWhenIdle(() => import('../../form/choices/bool-select.tsx')))
/** `lead`: its label is inside it, where there is no room next to it. */
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
  const { filters } = list.state
  const days = filters[begin] || filters[end] ? filters : (item.usual ?? {})

  switch (item.input) {
    case 'dict':
      return (
        <Later id={id} hint={t('filter.any')}>
          {(autoFocus) => (
            <DictSelect
              id={id}
              autoFocus={autoFocus}
              placeholder={t('filter.any')}
              code={item.dict ?? ''}
              wordOf={item.wordOf}
              value={chosen}
              onChange={onChosen}
              many={item.many ?? false}
            />
          )}
        </Later>
      )
    case 'ref':
      return (
        <Later id={id} hint={t('filter.any')}>
          {(autoFocus) => (
            <RefSelect
              id={id}
              autoFocus={autoFocus}
              placeholder={t('filter.any')}
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
        <Later id={id} hint={t('filter.any')}>
          {(autoFocus) => (
            <BoolSelect
              id={id}
              autoFocus={autoFocus}
              placeholder={t('filter.any')}
              value={value ?? null}
              onChange={put}
            />
          )}
        </Later>
      )
    case 'day':
      return (
        <Later id={id} hint={t('filter.days')}>
          {() => <OneDay id={id} day={value ?? item.usual?.[key] ?? null} onChange={put} />}
        </Later>
      )
    case 'days':
      if (item.kinds)
        return (
          <Later id={id} hint={t('filter.days')}>
            {() => (
              <DayKinds
                id={id}
                kinds={item.kinds ?? []}
                filters={filters}
                onChange={list.setFilters}
              />
            )}
          </Later>
        )
      return (
        <Later id={id} hint={t('filter.days')}>
          {() => (
            <DayRange
              id={id}
              begin={days[begin] ?? null}
              end={days[end] ?? null}
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

/** Its place is reserved while it loads, so that nothing moves under the pointer. */
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
