import { PAGE_SIZES } from '#contracts/kit/page.ts'
import { formatNumber, formatTotal } from '../text/formats.ts'
import { useT } from '../text/i18n.ts'
import type { List } from '../list/list.ts'

/**
 * Total, page steps and rows per page. A capped count shows "10,000+" and further pages open.
 */
export function Pager<R>({ list }: { list: List<R> }) {
  const t = useT()
  const { page, size } = list.state
  const counted = Math.max(1, Math.ceil(list.total / size))
  const more = list.capped && list.rows.length === size
  const last = Math.max(counted, more ? page + 1 : page)
  const from = list.rows.length === 0 ? 0 : (page - 1) * size + 1
  const step = (to: number, label: string, mark: string, off: boolean) => (
    <button
      type="button"
      className="py-step"
      aria-label={label}
      title={label}
      disabled={off}
      onClick={() => list.setPage(to)}
    >
      <span aria-hidden>{mark}</span>
    </button>
  )
  return (
    <nav className="py-pager" aria-label={t('pager.label')}>
      <span className="py-pager-total" aria-live="polite">
        {list.loading
          ? t('state.loading')
          : list.rows.length === 0 && list.total === 0
            ? t('pager.none')
            : t('pager.total', {
                from: formatNumber(from),
                to: formatNumber(from === 0 ? 0 : from + list.rows.length - 1),
                total: formatTotal(list.total, list.capped),
              })}
      </span>
      {step(1, t('pager.first'), '«', page <= 1)}
      {step(page - 1, t('pager.previous'), '‹', page <= 1)}
      <label className="py-pager-page">
        <span className="py-hidden">{t('pager.page')}</span>
        <input
          key={page}
          inputMode="numeric"
          defaultValue={page}
          size={3}
          onKeyDown={(event) => event.key === 'Enter' && jump(event.currentTarget.value)}
          onBlur={(event) => jump(event.currentTarget.value)}
        />
        <span>/ {formatTotal(last, more)}</span>
      </label>
      {step(page + 1, t('pager.next'), '›', page >= last)}
      <label>
        <span className="py-hidden">{t('pager.size')}</span>
        <select
          value={size}
          onChange={(event) => list.setPage(1, Number(event.currentTarget.value))}
        >
          {PAGE_SIZES.map((option) => (
            <option key={option} value={option}>
              {t('pager.perPage', { size: option })}
            </option>
          ))}
        </select>
      </label>
    </nav>
  )
  function jump(text: string) {
    const to = Number(text)
    if (Number.isInteger(to) && to >= 1 && to !== page)
      list.setPage(Math.min(to, list.capped ? to : last))
  }
}
