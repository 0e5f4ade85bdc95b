import { useQuery } from '@tanstack/react-query'
import type { Out } from '#contracts/kit/endpoint.ts'
import { fbaOrders } from '#contracts/orders/fba/fba.ts'
import { call } from '../../../kit/http/api.ts'
import { gathered } from '../../../kit/http/gathered.ts'
import { StatusTag } from '../../../kit/platform/status-tag.tsx'
import { useT, type T } from '../../../kit/text/i18n.ts'

const TONES = { waybill: 'warning', underway: 'moving', delivered: 'done', ended: 'idle' } as const
type Found = Out<typeof fbaOrders.readiness>[number]
const readinessOf = gathered<Found>(async (ids) => {
  const rows = await call(fbaOrders.readiness, { ids }, { quiet: true })
  return Object.fromEntries(rows.map((row) => [row.id, row]))
})

function textOf(t: T, { stage, ready, missing }: Found): string {
  if (stage === 'waybill') return ready ? t('ready.yes') : t('ready.no', { count: missing.length })
  const [open] = missing
  return open ? t(`missing.${open.what}`, { cartons: open.cartons }) : t(`stage.${stage}`)
}

/**
 * Whether an order can go on a waybill, or how far it is; what it lacks as a hint, or `whole` as a
 * line.
 */
export function Readiness({ id, whole = false }: { id: string; whole?: boolean }) {
  const t = useT('fba')
  const { data: found } = useQuery({
    queryKey: [fbaOrders.readiness.path, id],
    queryFn: () => readinessOf(id),
  })
  if (!found) return null
  const { stage, ready, missing } = found
  const lacks = missing.map(({ what, cartons }) => t(`missing.${what}`, { cartons }))
  const tone = missing.length > 0 ? 'warning' : ready ? 'done' : TONES[stage]
  return (
    <span title={lacks.join(t('list.comma'))}>
      <StatusTag tone={tone}>{textOf(t, found)}</StatusTag>
      {whole && stage === 'waybill' && (
        <small className="fba-lacks"> {lacks.join(t('list.comma'))}</small>
      )}
    </span>
  )
}
