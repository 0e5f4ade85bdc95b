import { DownOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { lazy, Suspense, useId, useRef, useState, type ReactNode } from 'react'
import type { Fields } from '#contracts/kit/field.ts'
import { isTwin } from '#contracts/kit/names.ts'
import { isChosen } from '../column-state.ts'
import { FilterInput, keysOf, type FilterItem } from './filter-input.tsx'
import { useT, type T } from '../../text/i18n.ts'
import { AdvancedIcon, FilterIcon, ViewIcon } from '../../platform/icons/list-icons.tsx'
import { isOneDay, paramsOf, takesMany } from '../list-state.ts'
import { useMaskedFields } from '../../session/permissions.tsx'
import { useKeys } from '../../platform/use-keys.ts'
import { useMobile } from '../../platform/use-timing.ts'
import type { List } from '../list.ts'
import { useViews, type SavedView } from '../views/use-views.ts'
import { ViewTabs } from '../views/view-tabs.tsx'

export type { FilterItem } from './filter-input.tsx'
// The calendar and the sheets load on first use.
const ViewDialog = lazy(() => import('../views/view-dialog.tsx'))
const AdvancedFilter = lazy(() => import('./advanced-filter.tsx'))
const FilterSheet = lazy(() => import('./filter-sheet.tsx'))
const MissingBand = lazy(() => import('./missing-band.tsx'))
const AT_ONCE = 4

/**
 * The filters of an entity's fields, labelled from its texts; last when a row was made. `numbers`:
 * further fields one may paste many into.
 */
export function filterItems(fields: Fields, t: T, numbers: readonly string[] = []): FilterItem[] {
  const own = Object.entries(fields)
    // A name's own box finds it in either language; what has no name is asked by links only.
    .filter(
      ([key, spec]) =>
        spec.filter !== null && (spec.show.length > 0 || t.has(key)) && !isTwin(key, fields),
    )
    .map(([key, spec]): FilterItem => ({
      key,
      label: t(key),
      input:
        spec.type === 'dict' || spec.type === 'ref' || spec.type === 'bool'
          ? spec.type
          : spec.type === 'date' || spec.type === 'datetime'
            ? isOneDay(spec)
              ? 'day'
              : 'days'
            : spec.type === 'text' || spec.type === 'textarea'
              ? takesMany(key, spec, numbers)
                ? 'pasted'
                : 'text'
              : 'numbers',
      ...(spec.dict ? { dict: spec.dict } : {}),
      ...(spec.ref ? { ref: spec.ref } : {}),
      ...(spec.filter === 'in' ? { many: true } : {}),
    }))
  return fields.createTime?.filter
    ? own
    : [...own, { key: 'createTime', label: t('createTime'), input: 'days' }]
}

/**
 * Filters over a list, its saved views above them. Choices apply at once, typed text after a short
 * pause or Enter; `/` jumps into the first. The first four are in a row, the rest behind "more";
 * on small screens all but the first wait in a sheet.
 */
export function FilterBar<R>({
  list,
  items: all,
  searched = false,
  children,
}: {
  list: List<R>
  items: readonly FilterItem[]
  /** The screen has a search field of its own: on a small one no filter stays next to it. */
  searched?: boolean
  children?: ReactNode
}) {
  const t = useT()
  const id = useId()
  const small = useMobile()
  const views = useViews(list)
  const masked = useMaskedFields()
  const items = all.filter((item) => !keysOf(item).some(masked))
  const form = useRef<HTMLFormElement>(null)
  const isSet = (item: FilterItem): boolean =>
    list.filters
      .filter(({ key }) => keysOf(item).includes(key))
      .some((filter) => paramsOf(filter).some((name) => list.state.filters[name]))
  const fit = small ? Number(!searched) : AT_ONCE
  // Where only one stays it is one to type into.
  const ordered = small ? [...items.filter(typed), ...items.filter((item) => !typed(item))] : items
  const rest = ordered.slice(fit)
  const inRest = rest.filter(isSet).length
  const [open, setOpen] = useState(!small && inRest > 0)
  const [saving, setSaving] = useState<{ of: SavedView | null } | null>(null)
  const [advanced, setAdvanced] = useState(false)
  useKeys({ '/': () => form.current?.querySelector<HTMLElement>('input')?.focus() })
  if (items.length === 0 && !children && !list.hasViews) return null

  const advancedCount = list.fields && list.state.filters.superQueryParams ? 1 : 0
  const saveable =
    list.hasViews &&
    (list.narrowed ||
      list.state.sort?.column !== list.usual?.column ||
      list.state.sort?.order !== list.usual?.order ||
      isChosen(views.columns))
  return (
    <>
      {views.all.length > 0 && (
        <ViewTabs list={list} views={views} onSave={(of) => setSaving({ of })} />
      )}
      <form
        className="py-filters"
        role="search"
        aria-label={t('filter.sheet')}
        ref={form}
        data-scan="page"
        onSubmit={(event) => event.preventDefault()}
      >
        {ordered.slice(0, open && !small ? undefined : fit).map((item) => (
          <div
            key={item.key}
            className="py-filter"
            data-input={item.input}
            data-set={isSet(item) || undefined}
            data-lead={(small && typed(item)) || undefined}
          >
            <label htmlFor={`${id}${item.key}`}>{item.label}</label>
            <FilterInput id={`${id}${item.key}`} item={item} list={list} lead={small} />
          </div>
        ))}
        {rest.length > 0 &&
          (small ? (
            <Button onClick={() => setOpen(true)} aria-haspopup="dialog" icon={<FilterIcon />}>
              {t('filter.sheet')}
              {inRest + advancedCount > 0 && (
                <span className="py-badge">{inRest + advancedCount}</span>
              )}
            </Button>
          ) : (
            <Button
              type="text"
              onClick={() => setOpen(!open)}
              aria-expanded={open}
              icon={<DownOutlined rotate={open ? 180 : 0} />}
              iconPlacement="end"
            >
              {open
                ? t('filter.less')
                : inRest
                  ? t('filter.moreSet', { count: inRest })
                  : t('filter.more')}
            </Button>
          ))}
        {list.narrowed && (
          <Button type="link" onClick={list.clearFilters}>
            {t('filter.clear')}
          </Button>
        )}
        {children}
        <span className="py-filter-tools">
          {list.fields && !small && (
            <button
              type="button"
              className="py-tool"
              data-on={advancedCount > 0 || undefined}
              aria-haspopup="dialog"
              onClick={() => setAdvanced(true)}
              aria-label={t('filter.advanced')}
              title={t('filter.advanced')}
            >
              <AdvancedIcon />
            </button>
          )}
          {list.hasViews && (
            <button
              type="button"
              className="py-tool"
              disabled={!saveable}
              aria-haspopup="dialog"
              onClick={() => setSaving({ of: null })}
              aria-label={t('views.save')}
              title={t(saveable ? 'views.save' : 'views.save.how')}
            >
              <ViewIcon />
            </button>
          )}
        </span>
      </form>
      <Suspense>
        {list.missing.length > 0 && <MissingBand numbers={list.missing} />}
        {small && open && (
          <FilterSheet
            list={list}
            items={ordered}
            isSet={isSet}
            onAdvanced={
              list.fields
                ? () => {
                    setOpen(false)
                    setAdvanced(true)
                  }
                : null
            }
            onClose={() => setOpen(false)}
          />
        )}
        {advanced && <AdvancedFilter list={list} onClose={() => setAdvanced(false)} />}
        {saving && (
          <ViewDialog of={saving.of} list={list} views={views} onClose={() => setSaving(null)} />
        )}
      </Suspense>
    </>
  )
}
const typed = (item: FilterItem): boolean => item.input === 'text' || item.input === 'pasted'
