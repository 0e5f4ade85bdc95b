import { Button, Modal } from 'antd'
import { useState } from 'react'
import { feePrices, type VersionHead } from '#contracts/commercial/fee-versions.ts'
import type { Out } from '#contracts/kit/endpoint.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { useT } from '../../../kit/text/i18n.ts'

type Result = Out<typeof feePrices.importExcel>

/** A sheet as sent around, weights down and zones across: looked through first, then taken whole. */
export default function ImportPrices({
  version,
  onClose,
}: {
  version: VersionHead
  onClose: (done: boolean) => void
}) {
  const t = useT('prices')
  const [file, setFile] = useState<File | null>(null)
  const [found, setFound] = useState<Result | null>(null)
  const send = useAction(feePrices.importExcel, { success: false, ownRefusals: true })
  const run = async (chosen: File, dryRun: boolean) => {
    const done = await send.run(
      { id: version.id, dryRun: dryRun ? 'true' : 'false' },
      { file: chosen },
    )
    if (!done.ok) return
    setFound(done.result)
    if (!dryRun && done.result.errors.length === 0) onClose(true)
  }
  const ready = found !== null && found.errors.length === 0
  return (
    <Modal
      open
      className="py-dialog"
      title={t('import.title', { no: version.versionNo })}
      onCancel={() => onClose(false)}
      footer={[
        <Button key="close" onClick={() => onClose(false)}>
          {t('action.close')}
        </Button>,
        <Button
          key="take"
          type="primary"
          disabled={!file || !ready}
          loading={send.busy}
          onClick={() => file && void run(file, false)}
        >
          {t('import.take')}
        </Button>,
      ]}
      destroyOnHidden
    >
      <p>{t('import.hint')}</p>
      <input
        type="file"
        accept=".xlsx,.csv"
        aria-label={t('import.file')}
        onChange={(event) => {
          const chosen = event.target.files?.[0] ?? null
          setFile(chosen)
          setFound(null)
          if (chosen) void run(chosen, true)
        }}
      />
      {send.error && (
        <p role="alert" className="price-failed">
          {send.error.message}
        </p>
      )}
      {found && (
        <>
          <p role="status">
            {t('import.found', {
              rows: found.rows,
              zones: found.zones,
              changed: found.changed,
            })}
          </p>
          <ul className={ready ? 'price-warned' : 'price-failed'}>
            {found.errors.slice(0, 50).map(({ row, column, message }) => (
              <li key={`${row}/${column}`}>{t('import.error', { row, column, message })}</li>
            ))}
          </ul>
        </>
      )}
    </Modal>
  )
}
