import { DownloadOutlined, MailOutlined, SearchOutlined } from '@ant-design/icons'
import { Button, Input } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { OUT_PROBLEMS, outboundTracks, type OutProblem } from '#contracts/depot/outbound-tracks.ts'
import type { Out } from '#contracts/kit/endpoint.ts'
import { subKey } from '#contracts/tracking/tracking.states.ts'
import { Segments } from '../../../kit/form/segments.tsx'
import { useApi } from '../../../kit/http/query.ts'
import { useDownload } from '../../../kit/http/use-download.ts'
import { useAddress } from '../../../kit/list/use-address.ts'
import { useSelection } from '../../../kit/list/use-selection.ts'
import { CopyText, Moment, Num } from '../../../kit/platform/cells.tsx'
import { Empty, ErrorNote } from '../../../kit/platform/empty.tsx'
import { PageHeader } from '../../../kit/platform/page-header.tsx'
import { DictTag, StatusTag } from '../../../kit/platform/status-tag.tsx'
import { useCan } from '../../../kit/session/permissions.tsx'
import { BulkBar } from '../../../kit/table/bulk-bar.tsx'
import { DataTable, type Column } from '../../../kit/table/data-table.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { AddEventsButton } from '../../tracking/tracking/index.ts'
import './outbound-tracks.css'

const MailDialog = lazy(() => import('./mail-dialog.tsx'))
type Row = Out<typeof outboundTracks.query>['rows'][number] & { id: string }
const ALL = 'all'

/** Parcels that left and are looked for: claimed, asked for by mail, or given an event. */
export default function OutTracks() {
  const t = useT('outbound-tracks')
  const words = useT('tracking')
  const mayMail = useCan(outboundTracks.mail)
  const [params, setParams] = useAddress()
  const batchNo = params.get('batch') ?? ''
  const text = params.get('nos') ?? ''
  const problem = OUT_PROBLEMS.find((one) => one === params.get('problem')) ?? null
  const [typed, setTyped] = useState({ batchNo, text })
  const [mailing, setMailing] = useState(false)
  const nos = numbersIn(text)
  const found = useApi(outboundTracks.query, {
    ...(batchNo ? { batchNo } : {}),
    ...(nos.length > 0 ? { nos } : {}),
    ...(problem ? { problem } : {}),
  })
  const claims = useDownload(outboundTracks.claims)
  const rows: Row[] = (found.data?.rows ?? []).map((row) => ({ ...row, id: row.parcelId }))
  const selection = useSelection<Row>(rows)
  const ask = (next: { batchNo: string; text: string; problem: OutProblem | null }) =>
    setParams(
      () =>
        new URLSearchParams({
          ...(next.batchNo.trim() ? { batch: next.batchNo.trim() } : {}),
          ...(next.text.trim() ? { nos: numbersIn(next.text).join(' ') } : {}),
          ...(next.problem ? { problem: next.problem } : {}),
        }),
    )
  const columns: Column<Row>[] = [
    {
      key: 'trackNo',
      title: t('trackNo'),
      width: 200,
      card: 'title',
      render: (row) => <CopyText text={row.trackNo ?? row.serialNumber} />,
    },
    {
      key: 'problem',
      title: t('problem'),
      width: 140,
      render: (row) =>
        row.problem && (
          <StatusTag tone={row.problem === 'lost' ? 'bad' : 'warning'}>
            {t(`problem.${row.problem}`)}
          </StatusTag>
        ),
    },
    {
      key: 'silentHours',
      title: t('silentHours'),
      width: 110,
      align: 'right',
      render: (row) => <Num value={row.silentHours} />,
    },
    {
      key: 'trackingStatus',
      title: t('trackingStatus'),
      width: 240,
      render: (row) => (
        <>
          <DictTag code="tracking_status" value={String(row.trackingStatus)} />{' '}
          {row.trackingSub && words(subKey(row.trackingSub as never))}
        </>
      ),
    },
    {
      key: 'lastScanAt',
      title: t('lastScanAt'),
      width: 160,
      render: (row) => row.lastScanAt && <Moment at={row.lastScanAt} />,
    },
    {
      key: 'outboundAt',
      title: t('outboundAt'),
      width: 160,
      render: (row) => <Moment at={row.outboundAt} />,
    },
    { key: 'batchNo', title: t('batchNo'), width: 160 },
    { key: 'supplierName', title: t('supplierName'), width: 180 },
    { key: 'orderNo', title: t('orderNo'), width: 170 },
    {
      key: 'city',
      title: t('city'),
      width: 160,
      render: (row) => (
        <>
          {row.city} · <DictTag code="country" value={row.country} />
        </>
      ),
    },
  ]
  const counts = found.data?.counts
  const ids = [...selection.ids]
  return (
    <div className="py-list">
      <PageHeader title={t('title')} note={t('intro')} />
      <form
        className="out-tracks-bar"
        onSubmit={(event) => {
          event.preventDefault()
          ask({ ...typed, problem })
        }}
      >
        <Input
          aria-label={t('batchNo')}
          className="out-tracks-input"
          placeholder={t('batchNo')}
          maxLength={60}
          value={typed.batchNo}
          onChange={(event) => setTyped({ ...typed, batchNo: event.target.value })}
        />
        <Input.TextArea
          aria-label={t('nos')}
          className="out-tracks-input"
          placeholder={t('nos')}
          autoSize={{ minRows: 1, maxRows: 4 }}
          value={typed.text}
          onChange={(event) => setTyped({ ...typed, text: event.target.value })}
        />
        <Button type="primary" htmlType="submit" icon={<SearchOutlined />}>
          {t('query')}
        </Button>
      </form>
      <Segments
        aria-label={t('problem')}
        value={problem ?? ALL}
        onChange={(value) =>
          ask({ batchNo, text, problem: value === ALL ? null : (value as OutProblem) })
        }
        options={[ALL, ...OUT_PROBLEMS].map((value) => ({
          value,
          label: `${t(`problem.${value}`)} ${
            counts ? (value === ALL ? counts.total : counts[value as OutProblem]) : ''
          }`,
        }))}
      />
      <BulkBar selection={selection}>
        <Button
          icon={<DownloadOutlined />}
          loading={claims.busy}
          onClick={() => void claims.run({ parcelIds: ids }, 'claims.xlsx')}
        >
          {t('claims')}
        </Button>
        {mayMail && (
          <Button icon={<MailOutlined />} onClick={() => setMailing(true)}>
            {t('mail')}
          </Button>
        )}
        <AddEventsButton target={{ kind: 'parcels', ids }}>{t('addEvent')}</AddEventsButton>
      </BulkBar>
      {found.error && !found.data ? (
        <ErrorNote error={found.error} retry={() => void found.refetch()} />
      ) : (
        <DataTable<Row>
          label={t('title')}
          columns={columns}
          rows={rows}
          loading={!found.data}
          selection={selection}
          empty={<Empty kind="noMatch" title={t('none')} />}
        />
      )}
      <Suspense>
        {mailing && (
          <MailDialog
            parcelIds={ids}
            suppliers={[...new Set(selection.rows.map((row) => row.supplierName))]}
            onClose={() => setMailing(false)}
          />
        )}
      </Suspense>
    </div>
  )
}

const numbersIn = (text: string): string[] =>
  [...new Set(text.split(/[\s,;，；]+/).filter(Boolean))].slice(0, 500)
