import { DownOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useId, useRef, useState, type ReactNode } from 'react'
import type { Fields } from '#contracts/kit/field.ts'
import { FilterInput, type FilterItem } from './filter-input.tsx'
import { useT, type T } from './i18n.ts'
import { paramsOf } from './list-state.ts'
import { useKeys } from './use-keys.ts'
import { useMobile } from './use-late.ts'
import type { List } from './use-list.ts'

export type { FilterItem } from './filter-input.tsx'
const AT_ONCE = 4

/** The filters of a resource's fields, labelled from its texts. */
export function filterItems(fields: Fields, t: T): FilterItem[] {
  return Object.entries(fields).filter(([, spec]) => spec.filter !== null).map(([key, spec]) => ({
    key, label: t(key),
    input: spec.type === 'dict' || spec.type === 'ref' || spec.type === 'bool' ? spec.type
      : spec.type === 'date' || spec.type === 'datetime' ? 'days'
      : spec.type === 'text' || spec.type === 'textarea' ? 'text' : 'numbers',
    ...(spec.dict ? { dict: spec.dict } : {}), ...(spec.ref ? { ref: spec.ref } : {}),
    ...(spec.filter === 'in' ? { many: true } : {}),
  }))
}

/**
 * Filters over a list. Choices apply at once, typed text after a short pause or Enter; `/` jumps into the first.
 * The first four stand in a row, the rest behind "more"; on small screens only the first stays.
 */
export function FilterBar<R>({ list, items, children }: { list: List<R>; items: readonly FilterItem[]; children?: ReactNode }) {
  const t = useT()
  const id = useId()
  const small = useMobile()
  const form = useRef<HTMLFormElement>(null)
  const fit = small ? 1 : AT_ONCE
  // Where only one stays it is one to type into.
  const ordered = small ? [...items.filter((item) => item.input === 'text'), ...items.filter((item) => item.input !== 'text')] : items
  const rest = ordered.slice(fit)
  const inRest = rest.filter((item) => isSet(item)).length
  const [open, setOpen] = useState(inRest > 0)
  useKeys({ '/': () => form.current?.querySelector<HTMLElement>('input')?.focus() })
  if (items.length === 0) return children ? <div className="py-filters">{children}</div> : null

  function isSet(item: FilterItem): boolean {
    const filter = list.filters.find((known) => known.key === item.key)
    return filter !== undefined && paramsOf(filter).some((name) => list.state.filters[name])
  }
  return (
    <form className="py-filters" role="search" ref={form} data-scan="page" onSubmit={(event) => event.preventDefault()}>
      {ordered.slice(0, open ? undefined : fit).map((item) => (
        <div key={item.key} className="py-filter" data-input={item.input} data-set={isSet(item) || undefined}>
          <label htmlFor={`${id}${item.key}`}>{item.label}</label>
          <FilterInput id={`${id}${item.key}`} item={item} list={list} />
        </div>
      ))}
      {rest.length > 0 && (
        <Button type="text" onClick={() => setOpen(!open)} aria-expanded={open} icon={<DownOutlined rotate={open ? 180 : 0} />} iconPlacement="end">
          {open ? t('filter.less') : inRest ? t('filter.moreSet', { count: inRest }) : t('filter.more')}
        </Button>
      )}
      {list.narrowed && <Button type="link" onClick={list.clearFilters}>{t('filter.clear')}</Button>}
      {children}
    </form>
  )
}
