import { useQuery } from '@tanstack/react-query'
import type { Out } from '#contracts/kit/endpoint.ts'
import { fbaOrders } from '#contracts/orders/fba/fba.ts'
import { call } from '../../../kit/http/api.ts'
import { gathered } from '../../../kit/http/gathered.ts'
import { StatusTag } from '../../../kit/platform/status-tag.tsx'
import { useT } from '../../../kit/text/i18n.ts'

type Found = Out<typeof fbaOrders.readiness>[number]
const readinessOf = gathered<Found>(async (ids) => {
  const rows = await call(fbaOrders.readiness, { ids }, { quiet: true })
  return Object.fromEntries(rows.map((row) => [row.id, row]))
})

/** Whether an order can go on a waybill; what it lacks as a hint, or `whole` as a line. */
export function Readiness({ id, whole = false }: { id: string; whole?: boolean }) {
  const t = useT('fba')
  const { data: found } = useQuery({
    queryKey: [fbaOrders.readiness.path, id],
    queryFn: () => readinessOf(id),
  })
  if (!found) return null
  const lacks = found.missing.map(({ what, cartons }) => t(`missing.${what}`, { cartons }))
  return (
    <span title={lacks.join(t('list.comma'))}>
      <StatusTag tone={found.ready ? 'done' : 'warning'}>
        {found.ready ? t('ready.yes') : t('ready.no', { count: lacks.length })}
      </StatusTag>
      {whole && <small className="fba-lacks"> {lacks.join(t('list.comma'))}</small>}
    </span>
  )
}
