import { FilePdfOutlined, FileZipOutlined, UploadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { podFiles } from '#contracts/billing/pod-files.ts'
import { podList, pods } from '#contracts/billing/pods.ts'
import { useDownload } from '../../../kit/http/use-download.ts'
import { MenuButton } from '../../../kit/platform/menu/menu-button.tsx'
import { ResourceScreen } from '../../../kit/resource/resource-screen.tsx'
import { useCan } from '../../../kit/session/permissions.tsx'
import type { RowAction } from '../../../kit/table/row-actions.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { usePodActions, type PodListRow } from './use-pod-actions.tsx'

const MatchDialog = lazy(() => import('./match-dialog.tsx'))
const COLUMNS = [
  'serialNumber',
  'trackNo',
  'fbaCode',
  'podCarrierId',
  'state',
  'age',
  'deliveredAt',
  'dueAt',
  'receivedAt',
  'signedBy',
  'reason',
  'customerId',
  'depotId',
]
const NUMBERS = ['serialNumber', 'trackNo', 'fbaCode']
const DAY = 86_400_000

/** Days from the delivery to the proof, or to now while it has not come. */
const ageOf = ({ deliveredAt, receivedAt }: PodListRow): number =>
  Math.max(
    0,
    Math.floor(
      ((receivedAt ? Date.parse(receivedAt) : Date.now()) - Date.parse(deliveredAt ?? '')) / DAY,
    ),
  )

/** Proofs of delivery: how far each is, sent in many at a time, checked, asked for, charged. */
export default function Pods({ title }: { title: string }) {
  const t = useT('pods')
  const mayUpload = useCan(podFiles.upload)
  const [matching, setMatching] = useState(false)
  const file = useDownload(pods.file)
  const zip = useDownload(pods.zip)
  const { offered, run, dialogs } = usePodActions()
  const rowActions = (row: PodListRow): RowAction[] => [
    ...(row.receivedAt
      ? [
          {
            key: 'file',
            label: t('action.file'),
            icon: <FilePdfOutlined />,
            onClick: () =>
              void file.run({ id: row.id }, `${row.trackNo ?? row.serialNumber ?? row.id}.pdf`),
          },
        ]
      : []),
    ...offered([row])
      .filter(({ rows }) => rows.length > 0)
      .map(({ verb }) => ({
        key: verb,
        label: t(`action.${verb}`),
        danger: verb === 'reject',
        onClick: () => void run(verb, [row]),
      })),
  ]
  return (
    <>
      <ResourceScreen
        of={podList}
        title={title}
        columns={COLUMNS}
        cells={{ age: (row) => ageOf(row) }}
        numbers={NUMBERS}
        rowActions={rowActions}
        toolbar={() =>
          mayUpload && (
            <Button type="primary" icon={<UploadOutlined />} onClick={() => setMatching(true)}>
              {t('upload')}
            </Button>
          )
        }
        actions={(selection) => (
          <>
            <Button
              icon={<FileZipOutlined />}
              loading={zip.busy}
              onClick={() => void zip.run({ ids: [...selection.ids] }, 'pods.zip')}
            >
              {t('action.zip')}
            </Button>
            <MenuButton
              items={offered(selection.rows).map(({ verb, rows }) => ({
                key: verb,
                label: `${t(`action.${verb}`)} (${rows.length})`,
                disabled: rows.length === 0,
                onClick: () => void run(verb, rows),
              }))}
            >
              {t('action.more')}
            </MenuButton>
          </>
        )}
      />
      {dialogs}
      <Suspense>{matching && <MatchDialog onClose={() => setMatching(false)} />}</Suspense>
    </>
  )
}
