import { fbaWarehouses } from '#contracts/orders/fba/fba-warehouses.ts'
import { useApi } from '../../../kit/http/query.ts'
import { listOf } from '../../../kit/resource/resource-screen-props.ts'

const LIST = listOf(fbaWarehouses)
const ALL = { pageNo: 1, pageSize: 200 }

/** Time zones of the warehouses by code. */
export function useWarehouseZones(): ReadonlyMap<string, string> {
  const { data } = useApi(LIST, ALL, { staleTime: 300_000, quiet: true })
  return new Map(
    (data?.records ?? []).flatMap(({ code, timeZone }) =>
      code && timeZone ? [[code, timeZone] as const] : [],
    ),
  )
}

/** A moment as the warehouse's clock shows it: `2026-12-01 14:30`. */
export function timeIn(zone: string, iso: string): string {
  try {
    return new Intl.DateTimeFormat('sv-SE', {
      timeZone: zone,
      dateStyle: 'short',
      timeStyle: 'short',
    }).format(new Date(iso))
  } catch {
    // A zone this browser does not know.
    return ''
  }
}
