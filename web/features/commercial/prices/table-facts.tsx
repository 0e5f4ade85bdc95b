import { serviceDesk } from '#contracts/commercial/services.ts'
import type { RowOf } from '#contracts/kit/entity.ts'
import type { fees } from '#contracts/commercial/fees.ts'
import { useApi } from '../../../kit/http/query.ts'
import { DetailList } from '../../../kit/resource/detail-list.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { startOf } from './version-strip.tsx'

type Row = Pick<RowOf<typeof fees>, 'id' | 'serviceId'>

/** Asked by service: the tables of a page share the answers. */
function useTable({ id, serviceId }: Row) {
  const found = useApi(
    serviceDesk.tables,
    { id: serviceId ?? '' },
    { quiet: true, enabled: !!serviceId, staleTime: 5_000 },
  )
  return found.data?.find((one) => one.id === id)
}

/** The customers that have the table as their own; all of the service have its standard one. */
export function TableCustomers({ row }: { row: Row }) {
  const t = useT('fees')
  const table = useTable(row)
  if (!table) return null
  if (table.kind === 'standard') return <span className="py-none">{t('forCustomers.all')}</span>
  const names = table.customers.join(t('list.comma'))
  return <span title={names}>{names || '–'}</span>
}

/** The versions to come, the first one first, each with its day. */
export function NextVersions({ row }: { row: Row }) {
  const t = useT('fees')
  const coming = (useTable(row)?.versions ?? [])
    .flatMap(({ versionNo, state, validFrom }) =>
      state === 'scheduled' && validFrom !== null ? [{ versionNo, validFrom }] : [],
    )
    .toSorted((a, b) => Date.parse(a.validFrom) - Date.parse(b.validFrom))
    .map(({ versionNo, validFrom }) =>
      t('nextVersion.from', { no: versionNo, from: startOf(validFrom) }),
    )
  return <span title={coming.join(t('list.comma'))}>{coming.join(t('list.comma')) || '–'}</span>
}

export function TableFacts({ row }: { row: Row }) {
  const t = useT('fees')
  return (
    <DetailList
      items={[
        {
          key: 'forCustomers',
          label: t('forCustomers'),
          value: <TableCustomers row={row} />,
        },
        { key: 'nextVersion', label: t('nextVersion'), value: <NextVersions row={row} /> },
      ]}
    />
  )
}
