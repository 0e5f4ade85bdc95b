import { Button, Modal } from 'antd'
import { useState } from 'react'
import { remoteSheets } from '#contracts/commercial/prices/remote-lists.ts'
import type { Out } from '#contracts/kit/endpoint.ts'
import { companyToday } from '../../../kit/session/company-zone.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { useT } from '../../../kit/text/i18n.ts'
import './prices.css'

type Found = Out<typeof remoteSheets.importPostcodes>

/** The postcodes a supplier publishes, as a file: looked through first, then taken whole. */
export default function ImportRemote({
  list,
  onClose,
}: {
  list: { id: string; name?: string | null }
  onClose: () => void
}) {
  const t = useT('prices')
  const [file, setFile] = useState<File | null>(null)
  const [day, setDay] = useState(() => companyToday())
  const [found, setFound] = useState<Found | null>(null)
  const send = useAction(remoteSheets.importPostcodes, { success: false, ownRefusals: true })
  const run = async (chosen: File, validFrom: string, dryRun: boolean) => {
    const done = await send.run(
      { id: list.id, validFrom, dryRun: dryRun ? 'true' : 'false' },
      { file: chosen },
    )
    if (!done.ok) return
    setFound(done.result)
    if (!dryRun && done.result.errors.length === 0) onClose()
  }
  const look = (chosen: File | null, from: string) => {
    setFound(null)
    if (chosen && from !== '') void run(chosen, from, true)
  }
  const ready = found !== null && found.errors.length === 0 && found.added + found.ended > 0
  return (
    <Modal
      open
      className="py-dialog"
      title={t('remote.import.title', { name: list.name ?? '' })}
      onCancel={onClose}
      footer={[
        <Button key="close" onClick={onClose}>
          {t('action.close')}
        </Button>,
        <Button
          key="take"
          type="primary"
          disabled={!file || !ready}
          loading={send.busy}
          onClick={() => file && void run(file, day, false)}
        >
          {t('remote.import.take')}
        </Button>,
      ]}
      destroyOnHidden
    >
      <p>{t('remote.import.hint')}</p>
      <div className="price-field">
        <label htmlFor="remote-from">{t('remote.import.from')}</label>
        <input
          id="remote-from"
          className="py-input"
          type="date"
          value={day}
          onChange={(event) => {
            setDay(event.target.value)
            look(file, event.target.value)
          }}
        />
      </div>
      <input
        type="file"
        accept=".xlsx,.csv"
        aria-label={t('remote.import.file')}
        onChange={(event) => {
          const chosen = event.target.files?.[0] ?? null
          setFile(chosen)
          look(chosen, day)
        }}
      />
      {send.error && (
        <p role="alert" className="price-failed">
          {send.error.issues?.[0]?.message ?? send.error.message}
        </p>
      )}
      {found && (
        <>
          <p role="status">
            {t('remote.import.found', {
              rows: found.rows,
              added: found.added,
              ended: found.ended,
              same: found.same,
            })}
          </p>
          <ul className="price-failed">
            {found.errors.slice(0, 50).map(({ row, column, message }) => (
              <li key={`${row}/${column}`}>
                {t('remote.import.error', { row, column: t(`remote.column.${column}`), message })}
              </li>
            ))}
          </ul>
        </>
      )}
    </Modal>
  )
}
