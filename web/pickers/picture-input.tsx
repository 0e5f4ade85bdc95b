import { Button } from 'antd'
import { useRef, useState } from 'react'
import { files } from '#contracts/platform/operations/files.ts'
import type { FieldInputProps } from '../kit/form/field-input-props.ts'
import { send } from '../kit/http/api.ts'
import { useNotify } from '../kit/http/notify.tsx'
import { UserPicture } from './user-picture.tsx'

/** A record's picture: uploaded when it is chosen, named by its path when the form is saved. */
export function PictureInput({
  id,
  value,
  onChange,
  name,
  words,
}: FieldInputProps & {
  name: string
  words: { label: string; choose: string; remove: string }
}) {
  const notify = useNotify()
  const file = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const path = typeof value === 'string' && value !== '' ? value : null
  const take = async (chosen: File | undefined) => {
    if (!chosen) return
    setBusy(true)
    try {
      onChange?.((await send(files.upload, {}, { files: { file: chosen } })).message)
    } catch (error) {
      notify.failed(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <span className="usr-name">
      <UserPicture path={path} name={name} size={40} />
      <input
        ref={file}
        type="file"
        accept="image/png,image/jpeg,image/webp"
        hidden
        aria-label={words.label}
        onChange={(event) => {
          void take(event.target.files?.[0])
          event.target.value = ''
        }}
      />
      <Button {...(id ? { id } : {})} loading={busy} onClick={() => file.current?.click()}>
        {words.choose}
      </Button>
      {path && (
        <Button type="text" onClick={() => onChange?.(null)}>
          {words.remove}
        </Button>
      )}
    </span>
  )
}
