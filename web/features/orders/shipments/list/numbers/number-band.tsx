import { CloseOutlined } from '@ant-design/icons'
import { Alert, Button } from 'antd'
import { useT } from '../../../../../kit/text/i18n.ts'
import MissingBand from '../../../../../kit/list/filters/missing-band.tsx'
import { formatTotal } from '../../../../../kit/text/formats.ts'
import type { List } from '../../../../../kit/list/list.ts'
import { reasonOf } from '../../../../../kit/http/notify.tsx'
import type { NumberSearch } from './use-number-search.ts'

/** What is looked for and how many were found, and by number what was not. */
export default function NumberBand({
  search,
  list,
}: {
  search: NumberSearch
  list: Pick<List<unknown>, 'total' | 'capped' | 'loading' | 'stale'>
}) {
  const t = useT('shipments')
  const { numbers, missing, orderIds, words } = search
  const known = numbers.length > 0 ? orderIds !== null : !list.loading && !list.stale
  const title = search.error
    ? reasonOf(search.error, t)
    : !known
      ? t('numbers.searching')
      : numbers.length > 0
        ? t('numbers.found', { count: numbers.length, orders: orderIds?.length ?? 0 })
        : t('words.found', { orders: formatTotal(list.total, list.capped) })
  const named = [...(numbers.length === 1 ? numbers : []), ...(words ? [words] : [])].join(' · ')
  return (
    <>
      <Alert
        banner
        type={search.error ? 'error' : 'info'}
        className="order-band"
        role="status"
        title={
          <span className="order-band-line">
            <strong>{named || title}</strong>
            {named && title}
            {search.error && (
              <Button size="small" onClick={search.retry}>
                {t('action.retry')}
              </Button>
            )}
          </span>
        }
        action={
          <Button
            type="text"
            size="small"
            icon={<CloseOutlined />}
            aria-label={t('numbers.clear')}
            title={t('numbers.clear')}
            onClick={() => search.set([])}
          />
        }
      />
      {missing.length > 0 && <MissingBand numbers={missing} />}
    </>
  )
}
