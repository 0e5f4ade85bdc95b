import { Alert, Button } from 'antd'
import { useT } from '../../../../kit/text/i18n.ts'
import type { List } from '../../../../kit/list/list.ts'

/** Notes that the list shows one import only, and how to see all again. */
export default function ImportBand<R>({ list }: { list: List<R> }) {
  const t = useT('shipments')
  const id = list.state.filters.importId
  if (!id) return null
  return (
    <Alert
      banner
      type="info"
      className="order-band"
      title={t('ofImport', { id })}
      action={
        <Button type="link" size="small" onClick={() => list.setFilters({ importId: null })}>
          {t('ofImport.clear')}
        </Button>
      }
    />
  )
}
