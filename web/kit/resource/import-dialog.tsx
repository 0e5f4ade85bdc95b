import { InboxOutlined } from '@ant-design/icons'
import { Alert, Button, Modal } from 'antd'
import { useEffect, useId, useRef, useState, type DragEvent } from 'react'
import type { Crud } from '#contracts/kit/crud.ts'
import { writable } from '#contracts/kit/entity.ts'
import type { Fields } from '#contracts/kit/field.ts'
import { saveCsv } from '../text/csv.ts'
import { formatBytes } from '../text/formats.ts'
import type { T } from '../text/i18n.ts'
import { ImportOutcome, type ImportResult } from './import-outcome.tsx'
import { useRightsCheck } from '../session/permissions.tsx'
import { useAction } from '../http/use-action.ts'
import { startBackgroundTask, type BackgroundTaskHandle } from '../platform/background-tasks.ts'

const LIMIT = 20 * 1024 * 1024
const ACCEPT = '.xlsx,.xls,.csv'

/**
 * Rows from a spreadsheet: template, drop the file, try it out, take it over. Every refused row is
 * reported with its place. Closed while it runs, it continues in the tray and shows its outcome
 * from there.
 */
export default function ImportDialog({
  of,
  fields = of.fields,
  t,
  title,
  onClose,
}: {
  of: Crud
  /** The columns of a sheet where they are not the entity's fields. */
  fields?: Fields
  t: T
  title: string
  onClose: () => void
}) {
  const may = useRightsCheck()
  const hint = useId()
  const [file, setFile] = useState<File | null>(null)
  const [over, setOver] = useState(false)
  const [running, setRunning] = useState<'dry' | 'real' | null>(null)
  const [outcome, setOutcome] = useState<{ dry: boolean; result: ImportResult } | null>(null)
  const picker = useRef<HTMLInputElement>(null)
  const send = useAction(of.endpoints.importExcel, {
    success: false,
    ownRefusals: true,
  })
  const open = useRef(true)
  const work = useRef<BackgroundTaskHandle | null>(null)
  useEffect(() => {
    open.current = true
    return () => {
      open.current = false
    }
  }, [])

  const tooLarge = (file?.size ?? 0) > LIMIT
  const take = (files: FileList | null) => {
    setFile(files?.[0] ?? null)
    setOutcome(null)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer.files)
  }
  const run = async (dry: boolean) => {
    if (!file) return
    setRunning(dry ? 'dry' : 'real')
    const own = (work.current = startBackgroundTask(
      t(dry ? 'import.tryingFile' : 'import.takingFile', { name: file.name }),
    ))
    const answer = await send.run(dry ? { dryRun: 'true' as const } : {}, { file })
    if (open.current) {
      own.drop()
      setRunning(null)
      if (answer.ok) setOutcome({ dry, result: answer.result })
    } else if (answer.ok)
      own.done(t(dry ? 'import.tried' : 'import.done', words(answer.result)), () => (
        <ImportOutcome of={of} t={t} dry={dry} result={answer.result} />
      ))
    else own.failed(answer.error.message || t('failure.other'))
  }
  // Required columns are marked; the mark is not part of the name when the file is read.
  const header = () =>
    writable(fields)
      .filter(([, spec]) => spec.show.includes('form') && may(spec))
      .map(([key, spec]) => `${t(key)}${spec.required && spec.initial === null ? '*' : ''}`)
  const done = outcome !== null && !outcome.dry
  return (
    <Modal
      open
      title={title}
      width={720}
      className="py-dialog"
      onCancel={onClose}
      mask={{ closable: false }}
      footer={[
        <Button
          key="template"
          type="link"
          className="py-dialog-start"
          onClick={() => saveCsv([header()], `${of.name}.csv`)}
        >
          {t('import.template')}
        </Button>,
        <Button key="close" onClick={onClose}>
          {t(running ? 'import.leave' : 'action.close')}
        </Button>,
        !done && (
          <Button
            key="try"
            loading={running === 'dry'}
            disabled={!file || tooLarge || running !== null}
            onClick={() => void run(true)}
          >
            {t('import.try')}
          </Button>
        ),
        !done && (
          <Button
            key="run"
            type="primary"
            loading={running === 'real'}
            disabled={!file || tooLarge || running !== null || outcome?.result.successCount === 0}
            onClick={() => void run(false)}
          >
            {outcome ? t('import.take', { count: outcome.result.successCount }) : t('import.run')}
          </Button>
        ),
      ]}
    >
      {!done && (
        <button
          type="button"
          className="py-drop"
          aria-describedby={hint}
          data-over={over || undefined}
          disabled={running !== null}
          onClick={() => picker.current?.click()}
          onDragOver={(event) => {
            event.preventDefault()
            setOver(true)
          }}
          onDragLeave={() => setOver(false)}
          onDrop={drop}
        >
          <InboxOutlined />
          <span>{file ? `${file.name} · ${formatBytes(file.size)}` : t('import.drop')}</span>
          <small id={hint}>{tooLarge ? t('import.tooLarge') : t('import.hint')}</small>
        </button>
      )}
      <input
        ref={picker}
        type="file"
        hidden
        accept={ACCEPT}
        onChange={(event) => {
          take(event.currentTarget.files)
          event.currentTarget.value = ''
        }}
      />
      {running && (
        <div className="py-running" role="status">
          <progress aria-label={t('import.going')} />
          <span>{t('import.going')}</span>
        </div>
      )}
      {send.error && !outcome && !running && (
        <Alert
          type="error"
          className="py-summary py-below"
          title={send.error.message || t('failure.other')}
        />
      )}
      {outcome && !running && (
        <ImportOutcome of={of} t={t} dry={outcome.dry} result={outcome.result} />
      )}
    </Modal>
  )
}

export const words = (result: ImportResult) => ({
  total: result.totalCount,
  success: result.successCount,
  failed: result.errorCount,
})
