import { Button, Drawer } from 'antd'
import { useId } from 'react'
import { formatTotal } from '../../text/formats.ts'
import { FilterInput, type FilterItem } from './filter-input.tsx'
import { useT } from '../../text/i18n.ts'
import { useKeys } from '../../platform/use-keys.ts'
import { usePhone } from '../../platform/use-timing.ts'
import type { List } from '../list.ts'

interface FilterSheetProps<R> {
  list: List<R>
  items: readonly FilterItem[]
  isSet: (item: FilterItem) => boolean
  onAdvanced: (() => void) | null
  onClose: () => void
}

/**
 * All filters of a list where the screen is small: from below on a phone, from the side on a
 * tablet. They apply at once.
 */
export default function FilterSheet<R>({
  list,
  items,
  isSet,
  onAdvanced,
  onClose,
}: FilterSheetProps<R>) {
  const t = useT('lists')
  const id = useId()
  const phone = usePhone()
  useKeys({ Escape: onClose }, { modal: true })
  return (
    <Drawer
      open
      placement={phone ? 'bottom' : 'right'}
      size={phone ? '85%' : 400}
      onClose={onClose}
      keyboard={false}
      rootClassName="py-filter-sheet"
      title={t('filter.sheet')}
      extra={
        list.narrowed && (
          <Button type="link" onClick={list.clearFilters}>
            {t('filter.clear')}
          </Button>
        )
      }
      footer={
        <Button type="primary" block onClick={onClose}>
          {list.fetching
            ? t('state.loading')
            : t('filter.show', { total: formatTotal(list.total, list.capped) })}
        </Button>
      }
    >
      {items.map((item) => (
        <div
          key={item.key}
          className="py-filter"
          data-input={item.input}
          data-set={isSet(item) || undefined}
        >
          <label htmlFor={`${id}${item.key}`}>{item.label}</label>
          <FilterInput id={`${id}${item.key}`} item={item} list={list} />
        </div>
      ))}
      {onAdvanced && <Button onClick={onAdvanced}>{t('filter.advanced')}</Button>}
    </Drawer>
  )
}
