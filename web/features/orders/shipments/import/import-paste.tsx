import { Button } from 'antd'
import { useState } from 'react'
import { useT } from '../../../../kit/text/i18n.ts'

/** Rows copied in a spreadsheet, headings first: sent as a file of their own. */
export function ImportPaste({ busy, onFile }: { busy: boolean; onFile: (file: File) => void }) {
  const t = useT('shipment-imports')
  const [open, setOpen] = useState(false)
  const [text, setText] = useState('')
  if (!open)
    return (
      <p>
        <Button onClick={() => setOpen(true)}>{t('paste')}</Button>
      </p>
    )
  return (
    <div className="import-paste">
      <label htmlFor="import-paste">{t('paste.label')}</label>
      <textarea
        id="import-paste"
        className="py-input"
        rows={6}
        autoFocus
        placeholder={t('paste.hint')}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <p>
        <Button
          type="primary"
          disabled={text.trim() === ''}
          loading={busy}
          onClick={() => onFile(new File([text], `${t('paste.file')}.tsv`))}
        >
          {t('paste.take')}
        </Button>
      </p>
    </div>
  )
}
