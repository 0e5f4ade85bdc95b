import { DownloadOutlined, LockOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Dropdown, Skeleton } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { waybillBatches, type WaybillDetail } from '#contracts/depot/waybills.ts'
import { RecordFiles } from '../../../kit/files/record-files.tsx'
import { useApi } from '../../../kit/http/query.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { useDownload } from '../../../kit/http/use-download.ts'
import { useConfirm } from '../../../kit/platform/confirm.tsx'
import { ErrorNote } from '../../../kit/platform/empty.tsx'
import { useRightsCheck } from '../../../kit/session/permissions.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { Milestones } from './milestones.tsx'
import '../../../kit/resource/desk/desk.css'

const AddBatches = lazy(() => import('./add-batches.tsx'))
const EVERY_MS = 5_000
const MANIFESTS = ['pdf', 'xlsx', 'csv'] as const
const CUSTOMS = ['xlsx', 'csv'] as const

/** A waybill batch below its fields: outbound batches, milestones, papers, and its end. */
export function WaybillAside({ id }: { id: string }) {
  const t = useT('waybills')
  const found = useApi(
    waybillBatches.detail,
    { id },
    { keepPrevious: true, refetchInterval: EVERY_MS },
  )
  const waybill = found.data
  if (found.error && !waybill)
    return <ErrorNote error={found.error} retry={() => void found.refetch()} />
  if (!waybill) return <Skeleton active />
  return (
    <div className="py-desk-part">
      <Buttons waybill={waybill} />
      <OutBatches waybill={waybill} />
      <Milestones waybill={waybill} />
      <h2>{t('files')}</h2>
      <RecordFiles ownerKind="waybill_batch" ownerId={id} kind="document" />
    </div>
  )
}

function Buttons({ waybill }: { waybill: WaybillDetail }) {
  const t = useT('waybills')
  const may = useRightsCheck()
  const confirm = useConfirm()
  const manifest = useDownload(waybillBatches.manifest)
  const customs = useDownload(waybillBatches.customsFile)
  const close = useAction(waybillBatches.close, { success: t('closed') })
  const { id, no, version, missing, unhoused } = waybill
  const differs = missing.pieces > 0 || unhoused.pieces > 0
  const ask = async () => {
    const agreed = await confirm({
      title: t('close.title', { no }),
      content: (
        <>
          <p>{t('close.effect', { pieces: waybill.pieces, weight: waybill.weightKg })}</p>
          {differs && (
            <p>{t('close.differs', { missing: missing.pieces, unhoused: unhoused.pieces })}</p>
          )}
        </>
      ),
      ok: t(differs ? 'close.despite' : 'close'),
      danger: differs,
    })
    if (agreed !== null) await close.run({ id, version, despite: differs })
  }
  const items = [
    ...MANIFESTS.map((format) => ({
      key: `manifest.${format}`,
      label: t(`manifest.${format}`),
      onClick: () => void manifest.run({ id, format }, `${no}.${format}`),
    })),
    ...CUSTOMS.map((format) => ({
      key: `customs.${format}`,
      label: t(`customs.${format}`),
      onClick: () => void customs.run({ id, format }, `${no}-customs.${format}`),
    })),
  ]
  return (
    <span className="py-actions">
      <Dropdown menu={{ items }} trigger={['click']}>
        <Button icon={<DownloadOutlined />} loading={manifest.busy || customs.busy}>
          {t('manifest.title')}
        </Button>
      </Dropdown>
      {may(waybillBatches.close) && waybill.closedAt === null && (
        <Button
          icon={<LockOutlined />}
          disabled={waybill.pieces === 0}
          loading={close.busy}
          onClick={() => void ask()}
        >
          {t('close')}
        </Button>
      )}
    </span>
  )
}

function OutBatches({ waybill }: { waybill: WaybillDetail }) {
  const t = useT('waybills')
  const may = useRightsCheck()
  const confirm = useConfirm()
  const [adding, setAdding] = useState(false)
  const remove = useAction(waybillBatches.removeBatch)
  const isOpen = may(waybillBatches.addBatches) && waybill.closedAt === null
  const take = async (out: WaybillDetail['outBatches'][number]) => {
    const agreed = await confirm({
      title: t('remove.title', { no: out.no }),
      content: t('remove.effect', { count: out.pieces - out.elsewhere }),
      ok: t('remove'),
      danger: true,
    })
    if (agreed !== null) await remove.run({ id: waybill.id, outBatchId: out.id })
  }
  return (
    <>
      <h2>{t('outBatches')}</h2>
      {waybill.outBatches.length === 0 && <p className="py-hint">{t('outBatches.none')}</p>}
      <ul className="py-desk-list">
        {waybill.outBatches.map((out) => (
          <li key={out.id}>
            <strong>{out.no}</strong>
            <span>
              {out.depotCode} · {out.pieces} · {out.weightKg} kg
            </span>
            {out.elsewhere > 0 && <small>{t('out.elsewhere', { count: out.elsewhere })}</small>}
            {isOpen && waybill.status === '0' && (
              <Button size="small" danger onClick={() => void take(out)}>
                {t('remove')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {isOpen && (
        <Button icon={<PlusOutlined />} onClick={() => setAdding(true)}>
          {t('add.batches')}
        </Button>
      )}
      <Suspense>
        {adding && <AddBatches waybill={waybill} onClose={() => setAdding(false)} />}
      </Suspense>
    </>
  )
}
