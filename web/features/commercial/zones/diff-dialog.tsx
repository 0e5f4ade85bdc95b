import { Modal, Select } from 'antd'
import { useState } from 'react'
import { zones, type ZoneRow, type ZoneSheet } from '#contracts/commercial/zones/zones.ts'
import { useApi } from '../../../kit/http/query.ts'
import { ErrorNote } from '../../../kit/platform/empty.tsx'
import { useT } from '../../../kit/text/i18n.ts'

/** Lines drawn; the sum names all of them. */
const SHOWN = 500

/** What changes from one day to another, row by row. */
export default function DiffDialog({
  sheet,
  today,
  onClose,
}: {
  sheet: ZoneSheet
  today: string
  onClose: () => void
}) {
  const t = useT('zones')
  const days = [...new Set([today, ...sheet.days])].toSorted()
  const [before, setBefore] = useState(sheet.date === today ? (days[0] ?? today) : today)
  const [after, setAfter] = useState(sheet.date === today ? (days.at(-1) ?? today) : sheet.date)
  const found = useApi(
    zones.diff,
    { serviceId: sheet.service.id, date: before, withDate: after },
    { staleTime: 0 },
  )
  const options = days.map((day) => ({
    value: day,
    label: day === today ? t('today', { day }) : day,
  }))
  const rows = [
    ...(found.data?.gone ?? []).map((row) => ({ row, sign: '−' })),
    ...(found.data?.fresh ?? []).map((row) => ({ row, sign: '+' })),
  ]
  return (
    <Modal
      open
      width={720}
      className="py-dialog"
      title={t('diff')}
      footer={null}
      onCancel={onClose}
      destroyOnHidden
    >
      <div className="zone-line">
        <Select
          aria-label={t('diff.before')}
          value={before}
          onChange={setBefore}
          options={options}
        />
        →
        <Select aria-label={t('diff.after')} value={after} onChange={setAfter} options={options} />
      </div>
      {found.error && <ErrorNote error={found.error} retry={() => void found.refetch()} />}
      {found.data && (
        <>
          <p role="status">
            {t('diff.sum', {
              gone: found.data.gone.length,
              fresh: found.data.fresh.length,
              same: found.data.same,
            })}
          </p>
          <div className="zone-scroll">
            <table className="zone-table">
              <tbody>
                {rows.slice(0, SHOWN).map(({ row, sign }) => (
                  <tr key={`${sign}${JSON.stringify(row)}`} data-sign={sign}>
                    <td>{sign}</td>
                    <td>{row.zone}</td>
                    <td>{row.country}</td>
                    <td>{valueOf(row)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </>
      )}
    </Modal>
  )
}

const valueOf = ({ from, to, matchType }: ZoneRow): string =>
  from === null ? matchType : to ? `${from}–${to}` : from
