import {
  CheckCircleOutlined,
  DownloadOutlined,
  FileDoneOutlined,
  MessageOutlined,
  PrinterOutlined,
  ScissorOutlined,
} from '@ant-design/icons'
import { Button, Checkbox, Modal } from 'antd'
import { lazy, Suspense, useState } from 'react'
import type { BulkResult } from '#contracts/kit/envelope.ts'
import type { TrackDetail } from '#contracts/returns/return-tracks.shapes.ts'
import { returnTracks } from '#contracts/returns/return-tracks.calls.ts'
import { returnStation } from '#contracts/returns/return-station.ts'
import { RecordFiles } from '../../../kit/files/record-files.tsx'
import { useApi } from '../../../kit/http/query.ts'
import { useNotify } from '../../../kit/http/notify.tsx'
import { useAction } from '../../../kit/http/use-action.ts'
import { useDownload } from '../../../kit/http/use-download.ts'
import { CopyText, Moment, Money } from '../../../kit/platform/cells.tsx'
import { useConfirm } from '../../../kit/platform/confirm.tsx'
import { ErrorNote } from '../../../kit/platform/empty.tsx'
import { DictTag } from '../../../kit/platform/status-tag.tsx'
import { DetailList } from '../../../kit/resource/detail-list.tsx'
import { useRightsCheck } from '../../../kit/session/permissions.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { CasesOf, OpenCaseButton } from '../cases/index.ts'
import { printLabel } from './print-label.ts'
import { useTrackActions } from './use-track-actions.tsx'
import { nameOfAccount } from '../../../kit/session/account-names.ts'

const GradeDialog = lazy(() => import('./grade-dialog.tsx'))
const FinishDialog = lazy(() => import('./finish-dialog.tsx'))
const InstructDialog = lazy(() => import('./instruct-dialog.tsx'))
const DistributeDialog = lazy(() => import('./distribute-dialog.tsx'))
type Dialog = 'grade' | 'finish' | 'instruct' | 'distribute' | 'split'

/** All that is known of a track, and what its reader may do with it. */
export function TrackPanel({ id }: { id: string }) {
  const t = useT('return-tracks')
  const found = useApi(returnTracks.queryById, { id })
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const actions = useTrackActions(() => setDialog(null))
  const track = found.data
  if (!track)
    return found.error ? <ErrorNote error={found.error} retry={() => void found.refetch()} /> : null
  const close = () => setDialog(null)
  const done = (title: string) => (result: BulkResult) => {
    close()
    actions.finish(t(title), result)
  }
  const rows = [track]
  return (
    <>
      <Buttons track={track} open={setDialog} />
      <Facts track={track} />
      <CasesOf source="returnTrack" record={id} />
      <Lines track={track} />
      <section className="py-details">
        <h3>{t('files')}</h3>
        <RecordFiles ownerKind="return_track" ownerId={id} kind="photo" />
        {track.action === 'relabel' && (
          <RecordFiles ownerKind="return_track" ownerId={id} kind="label" />
        )}
      </section>
      <History track={track} />
      <Suspense>
        {dialog === 'grade' && <GradeDialog track={track} onClose={close} />}
        {dialog === 'finish' && <FinishDialog track={track} onClose={close} />}
        {dialog === 'instruct' && (
          <InstructDialog rows={rows} onClose={close} onDone={done('instruct')} />
        )}
        {dialog === 'distribute' && (
          <DistributeDialog rows={rows} onClose={close} onDone={done('distribute')} />
        )}
      </Suspense>
      {actions.sheet}
      {dialog === 'split' && <SplitDialog track={track} onClose={close} />}
    </>
  )
}

function Buttons({ track, open }: { track: TrackDetail; open: (dialog: Dialog) => void }) {
  const t = useT('return-tracks')
  const may = useRightsCheck()
  const confirm = useConfirm()
  const notify = useNotify()
  const ask = useAction(returnTracks.ask)
  const photos = useDownload(returnTracks.photos)
  const certificate = useDownload(returnTracks.certificate)
  const can = (step: string) => track.may.includes(step)
  const askNow = async () => {
    const text = await confirm({
      title: t('ask.title', { no: track.no }),
      ok: t('ask'),
      reason: true,
      reasonLabel: t('ask.text'),
    })
    if (text) await ask.run({ id: track.id, text })
  }
  return (
    <p className="ret-buttons">
      {can('distribute') && (
        <Button type="primary" onClick={() => open('distribute')}>
          {t('distribute')}
        </Button>
      )}
      {can('instruct') && (
        <Button type="primary" onClick={() => open('instruct')}>
          {t('instruct')}
        </Button>
      )}
      {can('grade') && (
        <Button icon={<CheckCircleOutlined />} onClick={() => open('grade')}>
          {t('grade.do')}
        </Button>
      )}
      {can('finish') && (
        <Button icon={<FileDoneOutlined />} onClick={() => open('finish')}>
          {t('finish')}
        </Button>
      )}
      {can('instruct') && track.items.length > 1 && track.action === null && (
        <Button icon={<ScissorOutlined />} onClick={() => open('split')}>
          {t('split')}
        </Button>
      )}
      {may(returnTracks.ask) && (
        <Button icon={<MessageOutlined />} loading={ask.busy} onClick={() => void askNow()}>
          {t('ask')}
        </Button>
      )}
      <OpenCaseButton
        of={{ source: 'returnTrack', record: track.id, no: track.no, customer: track.customerName }}
      />
      {may(returnStation.label) && (
        <Button
          icon={<PrinterOutlined />}
          onClick={() => void printLabel(track.id).catch(notify.failed)}
        >
          {t('label')}
        </Button>
      )}
      {track.photos > 0 && (
        <Button
          icon={<DownloadOutlined />}
          loading={photos.busy}
          onClick={() => void photos.run({ id: track.id }, `${track.no}.zip`)}
        >
          {t('photosZip')}
        </Button>
      )}
      {track.action === 'destroy' && (track.state === 85 || track.state === 90) && (
        <Button
          icon={<DownloadOutlined />}
          loading={certificate.busy}
          onClick={() => void certificate.run({ id: track.id }, `${track.no}.pdf`)}
        >
          {t('certificate')}
        </Button>
      )}
    </p>
  )
}

function Facts({ track }: { track: TrackDetail }) {
  const t = useT('return-tracks')
  const item = (key: string, value: React.ReactNode, wide = false) => ({
    key,
    label: t(key),
    value,
    ...(wide ? { wide } : {}),
  })
  return (
    <DetailList
      columns={2}
      items={[
        item('no', <CopyText text={track.no} />),
        item('trackNo', track.trackNo && <CopyText text={track.trackNo} />),
        item(
          'state',
          <DictTag code="return_state" value={String(track.state)} text={track.state_dictText} />,
        ),
        item('customerId', track.customerName),
        item('place', [track.depotCode, track.place].filter(Boolean).join(' · ')),
        item('arrivedAt', track.arrivedAt && <Moment at={track.arrivedAt} />),
        item('storageDays', t('days', { count: track.storageDays })),
        item('dueStep', track.dueStep_dictText),
        item('dueAt', track.dueAt && <Moment at={track.dueAt} />),
        item('action', track.action_dictText),
        item('decided', track.decided),
        item('forward.serviceId', track.forward?.service ?? null),
        item('forward.address', track.forward?.address ?? null, true),
        item('grade', track.grade),
        item('value', track.value && <Money amount={track.value} currency={track.currency} />),
        item('weight', track.weightKg && `${track.weightKg} kg`),
        item('size', track.sizeCm),
        item('carrier', track.carrier),
        item('shipmentNo', track.shipmentNo),
        item('forwardNo', track.forwardNo),
        item('previousNo', track.previousNo),
        item('goods', track.goods, true),
        item('senderText', track.senderText, true),
      ].filter(({ value }) => value !== null && value !== '')}
    />
  )
}

function Lines({ track }: { track: TrackDetail }) {
  const t = useT('return-tracks')
  return (
    <>
      {track.suggestions.length > 0 && (
        <section className="py-details">
          <h3>{t('suggestions')}</h3>
          <ul>
            {track.suggestions.map((one) => (
              <li key={one.customerId}>
                <b>{one.score}</b> {one.customerName}: {one.reasons.join('; ')}
              </li>
            ))}
          </ul>
        </section>
      )}
      {track.items.length > 0 && (
        <section className="py-details">
          <h3>{t('items')}</h3>
          <ul>
            {track.items.map((one) => (
              <li key={one.id}>
                {one.quantity} × {one.sku}{' '}
                {[one.name, one.grade, one.serial].filter(Boolean).join(' · ')}
              </li>
            ))}
          </ul>
        </section>
      )}
      {track.fees.length > 0 && (
        <section className="py-details">
          <h3>{t('fees')}</h3>
          <ul>
            {track.fees.map((fee) => (
              <li key={`${fee.kind}${fee.at}`}>
                {fee.kind_dictText} <Money amount={fee.amount} currency={fee.currency} />{' '}
                {fee.givenBackAt && `(${t('fee.givenBack')})`}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

function History({ track }: { track: TrackDetail }) {
  const t = useT('return-tracks')
  return (
    <section className="py-details">
      <h3>{t('steps')}</h3>
      <ul>
        {track.steps.map((step, at) => (
          <li key={at}>
            <Moment at={step.at} />{' '}
            {[step.text, step.note, nameOfAccount(step.doneBy)].filter(Boolean).join(' · ')}
          </li>
        ))}
      </ul>
    </section>
  )
}

function SplitDialog({ track, onClose }: { track: TrackDetail; onClose: () => void }) {
  const t = useT('return-tracks')
  const [itemIds, setItemIds] = useState<string[]>([])
  const split = useAction(returnTracks.split, { onDone: onClose })
  return (
    <Modal
      open
      title={t('split.title')}
      onCancel={onClose}
      okText={t('split')}
      cancelText={t('action.cancel')}
      okButtonProps={{ loading: split.busy, disabled: itemIds.length === 0 }}
      onOk={() => void split.run({ id: track.id, version: track.version, itemIds })}
      destroyOnHidden
    >
      <Checkbox.Group
        value={itemIds}
        onChange={setItemIds}
        options={track.items.map((one) => ({
          value: one.id,
          label: `${one.quantity} × ${one.sku} ${one.grade ?? ''}`,
        }))}
      />
    </Modal>
  )
}
