import { PrinterOutlined, WarningOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import type { Out } from '#contracts/kit/endpoint.ts'
import { returnStation } from '#contracts/returns/return-station.ts'
import { reasonOf, useNotify } from '../../../kit/http/notify.tsx'
import { useAction } from '../../../kit/http/use-action.ts'
import { useConfirm } from '../../../kit/platform/confirm.tsx'
import { PageHeader } from '../../../kit/platform/page-header.tsx'
import { ScanBand } from '../../../kit/scan/scan-band.tsx'
import { ScanInput } from '../../../kit/scan/scan-input.tsx'
import { SoundSwitch } from '../../../kit/scan/sound-switch.tsx'
import { useScanStation } from '../../../kit/scan/use-scan-queue.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { Counters, DepotChoice, useScanBox, useStationDepot } from '../../depot/scans/index.ts'
import { printLabel } from './print-label.ts'
import './returns.css'

type Printed = Out<typeof returnStation.printScan>
interface Captured {
  depotId: string | null
  reason: string | null
}

/** The old label is scanned: what is to be done is shown and the new label printed, hands free. */
export default function ScanPrint() {
  const t = useT('return-tracks')
  const confirm = useConfirm()
  const notify = useNotify()
  const box = useScanBox()
  const [depotId, setDepotId] = useStationDepot()
  const [last, setLast] = useState<Printed | null>(null)
  const [again, setAgain] = useState<string | null>(null)
  const mismatch = useAction(returnStation.mismatch, { success: false })
  const station = useScanStation({
    name: 'returns-print',
    endpoint: returnStation.printScan,
    enabled: depotId !== null,
    first: t('print.choose'),
    capture: (): Captured => ({ depotId, reason: null }),
    input: (no, captured) => ({
      no,
      ...(captured?.depotId ? { depotId: captured.depotId } : {}),
      ...(captured?.reason ? { reason: captured.reason } : {}),
    }),
    verdict: (answer) => {
      setLast(answer)
      setAgain(null)
      void printLabel(answer.id, answer.ownLabel).catch(notify.failed)
      const title = answer.action_dictText || t('print.none')
      return {
        tone: answer.action ? 'ok' : 'warning',
        title,
        detail: [answer.no, answer.customerName, answer.decided, answer.place]
          .filter(Boolean)
          .join(' · '),
        spoken: title,
      }
    },
    refused: (error, code) => {
      setAgain(error.error === 'returns.printAgain' ? code : null)
      return { tone: 'error', title: error.issues[0]?.message ?? reasonOf(error, t) }
    },
  })
  const printAgain = async (no: string) => {
    const reason = await confirm({
      title: t('print.again'),
      ok: t('print.again'),
      reason: true,
      reasonLabel: t('print.reason'),
    })
    if (reason) station.put(no, { depotId, reason })
    box.focus()
  }
  const report = async ({ id }: Printed) => {
    const note = await confirm({
      title: t('print.mismatch'),
      ok: t('print.mismatch'),
      reason: true,
      reasonLabel: t('print.mismatch.note'),
    })
    if (note && (await mismatch.run({ id, note })).ok) notify.success(t('print.mismatch.done'))
    box.focus()
  }
  return (
    <div className="wh-station">
      <PageHeader title={t('print.title')}>
        <SoundSwitch />
      </PageHeader>
      <ScanBand
        scan={station.shown}
        waiting={station.waiting}
        stuck={station.stuck}
        onClear={station.clear}
        ready={depotId === null ? t('print.choose') : t('print.ready')}
      />
      <div className="wh-controls">
        <div ref={box.ref} className="wh-box">
          <ScanInput
            onScan={station.add}
            placeholder={t('print.placeholder')}
            disabled={depotId === null}
          />
        </div>
        <DepotChoice value={depotId} onChange={setDepotId} />
      </div>
      {again && (
        <p className="ret-buttons">
          <Button type="primary" icon={<PrinterOutlined />} onClick={() => void printAgain(again)}>
            {t('print.again')}
          </Button>
        </p>
      )}
      {last && (
        <section aria-label={last.no}>
          <Counters
            figures={[
              { label: t('print.today'), value: last.today },
              { label: t('no'), value: last.no },
              { label: t('print.forCustomer'), value: last.customerName ?? '–' },
              { label: t('action'), value: last.action_dictText || t('print.none') },
            ]}
          />
          {last.note && <p>{last.note}</p>}
          <p className="ret-buttons">
            <span>{t('print.prints', { count: last.prints })}</span>
            <Button
              icon={<WarningOutlined />}
              loading={mismatch.busy}
              onClick={() => void report(last)}
            >
              {t('print.mismatch')}
            </Button>
          </p>
        </section>
      )}
    </div>
  )
}
