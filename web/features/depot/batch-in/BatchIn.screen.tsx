import { CheckOutlined, DownloadOutlined, InboxOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Input, Modal } from 'antd'
import { useState } from 'react'
import { batchIn, type BatchSheet } from '#contracts/depot/batch-in.ts'
import { inboundResult, intoParcel } from '#contracts/depot/inbound.ts'
import { reasonOf, useNotify } from '../../../kit/http/notify.tsx'
import { useApi, useInvalidate } from '../../../kit/http/query.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { useDownload } from '../../../kit/http/use-download.ts'
import { useAddress } from '../../../kit/list/use-address.ts'
import { useConfirm } from '../../../kit/platform/confirm.tsx'
import { PageHeader } from '../../../kit/platform/page-header.tsx'
import { ScanBand } from '../../../kit/scan/scan-band.tsx'
import { ScanInput } from '../../../kit/scan/scan-input.tsx'
import { SoundSwitch } from '../../../kit/scan/sound-switch.tsx'
import { useScanStation } from '../../../kit/scan/use-scan-queue.ts'
import { useCan } from '../../../kit/session/permissions.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { accepted, BatchChoice, Counters, refused, ScanHours, useScanBox } from '../scans/index.ts'
import { SheetRows } from './sheet-rows.tsx'

/** One announced batch as a sheet: scanned in, received as a whole, ended with its report. */
export default function BatchIn() {
  const t = useT('batch-in')
  const [params, setParams] = useAddress()
  const id = params.get('id')
  const invalidate = useInvalidate()
  const box = useScanBox()
  const found = useApi(
    batchIn.queryById,
    { id: id ?? '0' },
    { enabled: id !== null, keepPrevious: true, refetchInterval: 15_000 },
  )
  const sheet = id === null ? null : (found.data ?? null)
  const open = sheet !== null && sheet.actions.receive === null
  const station = useScanStation({
    name: 'batch-in',
    endpoint: intoParcel.scan,
    enabled: open,
    first: t('choose'),
    capture: () => id ?? '',
    input: (no, captured) => ({ no, ...(captured ? { batchId: captured } : {}) }),
    verdict: (result, _no, message) => {
      void invalidate(batchIn.extra)
      return accepted(result, message)
    },
    refused: (error) => {
      void invalidate(batchIn.extra)
      const answer = inboundResult.safeParse(error.result)
      const words = error.issues[0]?.message ?? reasonOf(error, t)
      return refused(error, words, answer.success ? answer.data : null)
    },
  })
  const choose = (next: string | null) => {
    setParams(
      (now) => {
        if (next) now.set('id', next)
        else now.delete('id')
        return now
      },
      { replace: true },
    )
    station.clear()
    box.focus()
  }
  return (
    <div className="wh-station">
      <PageHeader title={sheet ? `${t('title')} · ${sheet.no}` : t('title')}>
        <SoundSwitch />
      </PageHeader>
      <ScanBand
        scan={station.shown}
        waiting={station.waiting}
        stuck={station.stuck}
        onClear={station.clear}
        ready={id === null ? t('choose') : undefined}
      />
      <div className="wh-controls">
        <div ref={box.ref} className="wh-box">
          <ScanInput onScan={station.add} placeholder={t('placeholder')} disabled={!open} />
        </div>
        <BatchChoice id={id} onChange={choose} fresh={null} />
        {sheet && <SheetButtons sheet={sheet} open={open} />}
      </div>
      {sheet && (
        <>
          <Counters
            figures={[
              { label: t('expected'), value: sheet.counts.expected },
              { label: t('received'), value: sheet.counts.received },
              {
                label: t('missing'),
                value: sheet.counts.missing,
                tone: sheet.counts.missing > 0 ? 'bad' : undefined,
              },
              { label: t('extra'), value: sheet.counts.extra },
              { label: t('declared'), value: sheet.declaredKg },
              { label: t('measured'), value: sheet.measuredKg },
              { label: t('difference'), value: sheet.differenceKg },
            ]}
          />
          <SheetRows sheet={sheet} />
          <ScanHours station="into" depotId={sheet.depotId} />
        </>
      )}
    </div>
  )
}

function SheetButtons({ sheet, open }: { sheet: BatchSheet; open: boolean }) {
  const t = useT('batch-in')
  const confirm = useConfirm()
  const notify = useNotify()
  const mayAll = useCan(batchIn.receiveAll)
  const mayClose = useCan(batchIn.close)
  const [adding, setAdding] = useState(false)
  const receive = useAction(batchIn.receiveAll, { success: false })
  const close = useAction(batchIn.close, { success: t('closed', { no: sheet.no }) })
  const report = useDownload(batchIn.report)
  const { counts } = sheet
  const waiting = counts.expected - counts.received - counts.missing
  const askAll = async () => {
    const content = t('receiveAll.note', { count: waiting })
    if ((await confirm({ title: t('receiveAll.title'), content })) === null) return
    const outcome = await receive.run({ id: sheet.id })
    if (!outcome.ok) return
    const { done, failed } = outcome.result
    if (failed > 0) notify.warning(t('receiveAll.failed', { done, failed }))
    else notify.success(t('receiveAll.done', { done }))
  }
  const askClose = async () => {
    const content = t('close.note', { count: counts.expected - counts.received })
    if ((await confirm({ title: t('close'), content })) === null) return
    if ((await close.run({ id: sheet.id })).ok)
      await report.run({ id: sheet.id }, `${sheet.no}.pdf`)
  }
  return (
    <>
      {open && mayAll && (
        <Button
          size="large"
          icon={<InboxOutlined />}
          loading={receive.busy}
          disabled={waiting === 0}
          onClick={() => void askAll()}
        >
          {t('receiveAll')}
        </Button>
      )}
      {open && (
        <Button size="large" icon={<PlusOutlined />} onClick={() => setAdding(true)}>
          {t('extra.add')}
        </Button>
      )}
      {open && mayClose && (
        <Button
          size="large"
          type="primary"
          icon={<CheckOutlined />}
          loading={close.busy}
          onClick={() => void askClose()}
        >
          {t('close')}
        </Button>
      )}
      <Button
        size="large"
        icon={<DownloadOutlined />}
        loading={report.busy}
        onClick={() => void report.run({ id: sheet.id }, `${sheet.no}.pdf`)}
      >
        {t('report')}
      </Button>
      {adding && <ExtraDialog sheet={sheet} onClose={() => setAdding(false)} />}
    </>
  )
}

function ExtraDialog({ sheet, onClose }: { sheet: BatchSheet; onClose: () => void }) {
  const t = useT('batch-in')
  const [no, setNo] = useState('')
  const add = useAction(batchIn.extra, { success: false, onDone: onClose })
  const send = () => void add.run({ id: sheet.id, no: no.trim() })
  return (
    <Modal
      open
      title={t('extra.title', { no: sheet.no })}
      onCancel={onClose}
      onOk={send}
      okText={t('extra.ok')}
      cancelText={t('action.cancel')}
      okButtonProps={{ disabled: no.trim() === '', loading: add.busy }}
      destroyOnHidden
    >
      <p>{t('extra.note')}</p>
      <Input
        autoFocus
        aria-label={t('row.no')}
        value={no}
        maxLength={60}
        autoComplete="off"
        onChange={(event) => setNo(event.target.value)}
        onPressEnter={send}
      />
    </Modal>
  )
}
