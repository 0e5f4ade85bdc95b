import { Alert, Button, Modal } from 'antd'
import dayjs from 'dayjs'
import { useState } from 'react'
import { zones } from '#contracts/commercial/zones/zones.ts'
import type { Out } from '#contracts/kit/endpoint.ts'
import { companyToday } from '../../../kit/session/company-zone.ts'
import { DateInput } from '../../../kit/form/date-input.tsx'
import { useAction } from '../../../kit/http/use-action.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { ErrorLines, FileField, takeButtons } from './import-parts.tsx'

type Found = Out<typeof zones.importRows>

/** Rows of zones from a file: tried as soon as it is chosen, then taken whole or in part. */
export default function ImportZones({
  serviceId,
  onClose,
  onDone,
}: {
  serviceId: string
  onClose: () => void
  onDone: (day: string) => void
}) {
  const t = useT('zones')
  const [file, setFile] = useState<File | null>(null)
  const [from, setFrom] = useState(() => companyToday())
  const [found, setFound] = useState<Found | null>(null)
  const send = useAction(zones.importRows, { success: false, ownRefusals: true })
  const run = async (chosen: File, day: string, dryRun: boolean, mode: 'all' | 'good' = 'all') => {
    const done = await send.run(
      { serviceId, from: day, mode, dryRun: dryRun ? 'true' : 'false' },
      { file: chosen },
    )
    setFound(done.ok ? done.result : null)
    if (done.ok && done.result.taken && !dryRun) {
      onDone(day)
      onClose()
    }
  }
  const look = (chosen: File | null, day: string) => {
    setFound(null)
    if (chosen) void run(chosen, day, true)
  }
  const take = (mode: 'all' | 'good') => {
    if (file) void run(file, from, false, mode)
  }
  return (
    <Modal
      open
      width={680}
      className="py-dialog"
      title={t('rows.import')}
      onCancel={onClose}
      mask={{ closable: false }}
      footer={[
        <Button key="close" onClick={onClose}>
          {t('action.close')}
        </Button>,
        ...takeButtons({ t, busy: send.busy, tried: found, onTake: take }),
      ]}
      destroyOnHidden
    >
      <p className="zone-note">{t('rows.import.hint')}</p>
      <div className="zone-form">
        <label>
          {t('validFrom')}
          <DateInput
            value={dayjs(from)}
            onChange={(day) => {
              if (!day) return
              setFrom(day.format('YYYY-MM-DD'))
              look(file, day.format('YYYY-MM-DD'))
            }}
          />
        </label>
        <FileField
          onChoose={(chosen) => {
            setFile(chosen)
            look(chosen, from)
          }}
        />
      </div>
      {send.error && (
        <Alert type="error" showIcon title={send.error.issues[0]?.message ?? send.error.message} />
      )}
      {found && (
        <Alert
          type={found.refused > 0 ? 'warning' : 'success'}
          showIcon
          role="status"
          title={
            t('rows.import.found', {
              rows: found.rows,
              added: found.added,
              same: found.same,
              refused: found.refused,
            }) +
            (found.zones.length > 0
              ? t('rows.import.zones', { names: found.zones.join(', ') })
              : '')
          }
        />
      )}
      {found && (
        <ErrorLines
          errors={found.errors.map((one) => ({ ...one, column: t(one.column) }))}
          refused={found.refused}
        />
      )}
    </Modal>
  )
}
