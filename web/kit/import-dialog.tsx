import { InboxOutlined } from '@ant-design/icons'
import { Alert, Button, Modal } from 'antd'
import { useRef, useState, type DragEvent } from 'react'
import { writable, type Resource } from '#contracts/kit/resource.ts'
import { saveCsv } from './csv.ts'
import { formatBytes } from './formats.ts'
import type { T } from './i18n.ts'
import { useAction } from './use-action.ts'

const LIMIT = 20 * 1024 * 1024
const ACCEPT = '.xlsx,.xls,.csv'

/** Rows from a spreadsheet: drop the file, see what was refused and in which row and column. */
export default function ImportDialog({ of, t, title, onClose }: { of: Resource; t: T; title: string; onClose: () => void }) {
  const [file, setFile] = useState<File | null>(null)
  const [over, setOver] = useState(false)
  const picker = useRef<HTMLInputElement>(null)
  const send = useAction(of.endpoints.importExcel, { invalidates: [of.path], success: false, ownRefusals: true })
  const [done, setDone] = useState<{ totalCount: number; successCount: number; errorCount: number; errors: readonly { row: number; column: string; message: string }[] } | null>(null)
  const tooLarge = (file?.size ?? 0) > LIMIT
  const take = (files: FileList | null) => { setFile(files?.[0] ?? null); setDone(null) }
  const drop = (event: DragEvent) => { event.preventDefault(); setOver(false); take(event.dataTransfer.files) }
  const run = async () => {
    if (!file) return
    const outcome = await send.run({}, { file })
    if (outcome.ok) setDone(outcome.result)
  }
  const header = () => writable(of.fields).filter(([, spec]) => spec.show.includes('form')).map(([key]) => t(key))
  return (
    <Modal
      open title={title} width={720} onCancel={onClose} mask={{ closable: false }}
      footer={[
        <Button key="template" type="link" onClick={() => saveCsv([header()], `${of.name}.csv`)}>{t('import.template')}</Button>,
        <Button key="close" onClick={onClose}>{t('action.close')}</Button>,
        !done && <Button key="run" type="primary" loading={send.busy} disabled={!file || tooLarge} onClick={() => void run()}>{t('import.run')}</Button>,
      ]}
    >
      {!done && (
        <button type="button" className="py-drop" data-over={over || undefined} onClick={() => picker.current?.click()} onDragOver={(event) => { event.preventDefault(); setOver(true) }} onDragLeave={() => setOver(false)} onDrop={drop}>
          <InboxOutlined />
          <span>{file ? `${file.name} · ${formatBytes(file.size)}` : t('import.drop')}</span>
          <small>{tooLarge ? t('import.tooLarge') : t('import.hint')}</small>
        </button>
      )}
      <input ref={picker} type="file" hidden accept={ACCEPT} onChange={(event) => take(event.currentTarget.files)} />
      {send.error && !done && <Alert type="error" className="py-summary" title={send.error.message || t('failure.other')} />}
      {done && (
        <>
          <Alert type={done.errorCount > 0 ? 'warning' : 'success'} title={t('import.done', { total: done.totalCount, success: done.successCount, failed: done.errorCount })} />
          {done.errors.length > 0 && (
            <>
              <div className="py-result-rows">
                <table>
                  <thead><tr><th scope="col">{t('import.row')}</th><th scope="col">{t('import.column')}</th><th scope="col">{t('result.reason')}</th></tr></thead>
                  <tbody>{done.errors.slice(0, 200).map((error, at) => <tr key={at}><th scope="row">{error.row}</th><td>{error.column}</td><td>{error.message}</td></tr>)}</tbody>
                </table>
              </div>
              <Button onClick={() => saveCsv([[t('import.row'), t('import.column'), t('result.reason')], ...done.errors.map((error) => [String(error.row), error.column, error.message])], `${of.name}-errors.csv`)}>{t('import.saveErrors')}</Button>
            </>
          )}
        </>
      )}
    </Modal>
  )
}
