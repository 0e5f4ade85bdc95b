import { InboxOutlined } from '@ant-design/icons'
import { Spin } from 'antd'
import { useRef } from 'react'
import { useT } from '../../text/i18n.ts'
import './table-file.css'

/** A file with rows that is dropped or chosen and read by the server at once. */
export function TableDrop({
  file,
  accept,
  busy,
  missing,
  onFile,
}: {
  /** The file that was read last. */
  file: File | null
  /** Endings of file names, with their dots and commas between them. */
  accept: string
  busy: boolean
  /** Labels of what is to be filled in first: until then no file is taken. */
  missing: readonly string[]
  onFile: (file: File) => void
}) {
  const t = useT()
  const picker = useRef<HTMLInputElement>(null)
  const disabled = busy || missing.length > 0
  const first =
    missing.length > 0 && t('tableFile.first', { fields: missing.join(t('list.comma')) })
  return (
    <>
      <button
        type="button"
        className="py-drop"
        disabled={disabled}
        onClick={() => picker.current?.click()}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault()
          const [dropped] = event.dataTransfer.files
          if (dropped && !disabled) onFile(dropped)
        }}
      >
        {busy ? <Spin /> : <InboxOutlined />}
        <span role="status">{first || (file?.name ?? t('tableFile.choose'))}</span>
      </button>
      <input
        ref={picker}
        type="file"
        hidden
        disabled={disabled}
        accept={accept}
        aria-label={t('tableFile.choose')}
        onChange={(event) => {
          const [chosen] = event.currentTarget.files ?? []
          if (chosen) onFile(chosen)
          event.currentTarget.value = ''
        }}
      />
    </>
  )
}

const SHOWN = 20

/** The lines of a file that could not be read, each with its reason; nothing where there are none. */
export function UnreadLines({
  errors,
}: {
  errors: readonly { line: number; code: string; message: string; value: string }[]
}) {
  const t = useT()
  if (errors.length === 0) return null
  return (
    <>
      {t('tableFile.unread')}
      <ul className="py-unread">
        {errors.slice(0, SHOWN).map(({ line, code, message, value }) => (
          <li key={`${line}${code}${value}`}>
            {t('tableFile.line', { line })}: {message}
          </li>
        ))}
        {errors.length > SHOWN && <li>{t('confirm.andMore', { count: errors.length - SHOWN })}</li>}
      </ul>
    </>
  )
}
