import dayjs from 'dayjs'
import { useState } from 'react'
import { fbaWaybills, type Slot } from '#contracts/depot/fba-waybills.ts'
import { DateInput } from '../../../kit/form/date-input.tsx'
import { useApi } from '../../../kit/http/query.ts'
import { Empty, ErrorNote } from '../../../kit/platform/empty.tsx'
import { DictTag, StatusTag } from '../../../kit/platform/status-tag.tsx'
import { DataTable, type Column } from '../../../kit/table/data-table.tsx'
import { companyToday } from '../../../kit/session/company-zone.ts'
import { useT } from '../../../kit/text/i18n.ts'

/** Appointments of two weeks by warehouse and day, with what is late or was changed since. */
export function Board() {
  const t = useT('fba-trucks')
  const names = useT('fba-waybills')
  const [from, setFrom] = useState(() => dayjs(companyToday()))
  const found = useApi(
    fbaWaybills.board,
    { from: from.format('YYYY-MM-DD') },
    { keepPrevious: true, refetchInterval: 60_000 },
  )
  const columns: Column<Slot>[] = [
    { key: 'warehouseCode', title: names('warehouseCode'), width: 90 },
    {
      key: 'day',
      title: names('slotFrom'),
      width: 190,
      render: (slot) => `${slot.day} ${slot.from} – ${slot.to}`,
    },
    { key: 'dock', title: names('dock'), width: 80 },
    { key: 'no', title: names('no'), width: 140, card: 'title' },
    { key: 'appointmentNo', title: names('appointmentNo'), width: 130 },
    { key: 'pieces', title: names('pieces'), width: 80, align: 'right' },
    {
      key: 'status',
      title: names('status'),
      width: 220,
      render: (slot) => (
        <>
          <DictTag code="fba_waybill_status" value={slot.status} text={slot.status_dictText} />{' '}
          {slot.changed && <StatusTag tone="warning">{t('board.changed')}</StatusTag>}{' '}
          {slot.lateDays !== null && (
            <StatusTag tone="bad">{t('board.late', { days: slot.lateDays })}</StatusTag>
          )}
        </>
      ),
    },
  ]
  if (found.error && !found.data)
    return <ErrorNote error={found.error} retry={() => void found.refetch()} />
  return (
    <>
      <p>
        {t('board.from')} <DateInput value={from} onChange={(day) => day && setFrom(day)} />
      </p>
      <DataTable<Slot>
        label={t('board')}
        columns={columns}
        rows={found.data ?? []}
        keys={false}
        empty={<Empty kind="nothing" hint={t('board.none')} />}
      />
    </>
  )
}
