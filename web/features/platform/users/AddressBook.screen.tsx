import { DownloadOutlined, MailOutlined, PhoneOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { addressBook, type Contact } from '#contracts/platform/people/address-book.ts'
import { CopyText } from '../../../kit/platform/cells.tsx'
import { DataTable, type Column } from '../../../kit/table/data-table.tsx'
import { Empty, ErrorNote } from '../../../kit/platform/empty.tsx'
import { FilterBar, type FilterItem } from '../../../kit/list/filters/filter-bar.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import type { ListFilter } from '../../../kit/list/list-state.ts'
import { PageHeader } from '../../../kit/platform/page-header.tsx'
import { Pager } from '../../../kit/table/pager.tsx'
import { useCan } from '../../../kit/session/permissions.tsx'
import { StatusTag } from '../../../kit/platform/status-tag.tsx'
import { useDownload } from '../../../kit/http/use-download.ts'
import { useList } from '../../../kit/list/use-list.ts'
import { UserPicture } from '../../../pickers/user-picture.tsx'
import { DepartPane } from './depart-pane.tsx'
import './users.css'

const FILTERS: readonly ListFilter[] = [
  { key: 'realname', kind: 'like' },
  { key: 'workNo', kind: 'like' },
  { key: 'orgCode', kind: 'eq' },
]

/** Colleagues by department, and the shortest way to reach them. */
export default function AddressBook() {
  const t = useT('address-book')
  const mayExport = useCan(addressBook.exportXls)
  const empty = <Empty kind="nothing" />

  const list = useList(addressBook.list, { filters: FILTERS, size: 30 })
  const file = useDownload(addressBook.exportXls)
  const { orgCode = '', realname, workNo } = list.state.filters

  const columns: Column<Contact>[] = [
    {
      key: 'realname',
      title: t('realname'),
      width: 240,
      card: 'title',
      render: (row) => (
        <span className="usr-name">
          <UserPicture path={row.avatar} name={row.realname} size={28} />
          <span className="usr-two">
            {row.realname}
            <small>{row.post_dictText}</small>
          </span>
          {row.agentName && (
            <StatusTag tone="waiting">{t('agent', { name: row.agentName })}</StatusTag>
          )}
        </span>
      ),
    },
    {
      key: 'departName',
      title: t('departName'),
      width: 220,
      render: (row) =>
        row.departName &&
        row.departName.split(' | ').map((name, at) => (
          <span key={at}>
            {at > 0 && <span className="py-none"> | </span>}
            {name}
          </span>
        )),
    },
    { key: 'workNo', title: t('workNo'), width: 110 },
    {
      key: 'phone',
      title: t('phone'),
      width: 170,
      render: (row) =>
        row.phone && (
          <Reach
            href={`tel:${row.phone}`}
            text={row.phone}
            label={t('call', { name: row.realname })}
            icon={<PhoneOutlined />}
          />
        ),
    },
    {
      key: 'telephone',
      title: t('telephone'),
      width: 160,
      render: (row) =>
        row.telephone && (
          <Reach
            href={`tel:${row.telephone}`}
            text={row.telephone}
            label={t('call', { name: row.realname })}
            icon={<PhoneOutlined />}
          />
        ),
    },
    {
      key: 'email',
      title: t('email'),
      width: 240,
      render: (row) =>
        row.email && (
          <Reach
            href={`mailto:${row.email}`}
            text={row.email}
            label={t('write', { name: row.realname })}
            icon={<MailOutlined />}
          />
        ),
    },
  ]

  const items: FilterItem[] = [
    { key: 'realname', label: t('realname'), input: 'text' },
    { key: 'workNo', label: t('workNo'), input: 'text' },
  ]
  return (
    <div className="py-split">
      <DepartPane value={orgCode} onChange={(code) => list.setFilters({ orgCode: code })} />
      <div className="py-list">
        <PageHeader title={t('title')}>
          {mayExport && (
            <Button
              icon={<DownloadOutlined />}
              loading={file.busy}
              onClick={() =>
                void file.run(
                  { orgCode: orgCode || undefined, realname, workNo },
                  `${t('title')}.xlsx`,
                )
              }
            >
              {t('action.export')}
            </Button>
          )}
        </PageHeader>
        <FilterBar list={list} items={items} />
        {list.error && list.rows.length === 0 ? (
          <ErrorNote error={list.error} retry={list.refetch} />
        ) : (
          <DataTable<Contact>
            label={t('title')}
            columns={columns}
            list={list}
            empty={
              list.narrowed ? (
                <Empty kind="noMatch">
                  <Button onClick={list.clearFilters}>{t('filter.clear')}</Button>
                </Empty>
              ) : (
                empty
              )
            }
          />
        )}
        <Pager list={list} />
      </div>
    </div>
  )
}

/** A number or address: the icon calls or writes, the text is copied. */
function Reach({
  href,
  text,
  label,
  icon,
}: {
  href: string
  text: string
  label: string
  icon: React.ReactNode
}) {
  return (
    <span className="usr-reach">
      <a href={href} aria-label={label} title={label}>
        {icon}
      </a>
      <CopyText text={text} />
    </span>
  )
}
