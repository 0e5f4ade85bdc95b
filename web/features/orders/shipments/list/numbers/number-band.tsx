import { CloseOutlined } from '@ant-design/icons'
import { Alert, Button } from 'antd'
import { useT } from '../../../../../kit/text/i18n.ts'
import MissingBand from '../../../../../kit/list/filters/missing-band.tsx'
import { reasonOf } from '../../../../../kit/http/notify.tsx'
import type { NumberSearch } from './use-number-search.ts'

/** What the search found: how many, and by number what it did not. */
export default function NumberBand({ search }: { search: NumberSearch }) {
  const t = useT('shipments')
  const { numbers, missing, orderIds } = search
  if (numbers.length === 0) return null
  const title = search.error
    ? reasonOf(search.error, t)
    : orderIds
      ? t('numbers.found', { count: numbers.length, orders: orderIds.length })
      : t('numbers.searching')
  return (
    <>
      <Alert
        banner
        type={search.error ? 'error' : 'info'}
        className="order-band"
        role="status"
        title={
          <span className="order-band-line">
            <strong>{numbers.length === 1 ? numbers[0] : title}</strong>
            {numbers.length === 1 && title}
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
