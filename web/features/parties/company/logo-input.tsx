import { Button, Space } from 'antd'
import { useId, useRef, useState } from 'react'
import { useT } from '../../../kit/text/i18n.ts'

/** Bytes; as text they are a third more, which the server takes. */
const PICTURE_MAX = 20_000
const TYPES = ['image/png', 'image/jpeg', 'image/webp']

interface Props {
  id?: string
  value?: string | null
  onChange?: (picture: string | null) => void
}

/** A small picture that is kept in the row itself: visitors fetch it with every result. */
export function LogoInput({ id, value, onChange }: Props) {
  const t = useT('company')
  const own = useId()
  const picker = useRef<HTMLInputElement>(null)
  const [refused, setRefused] = useState(false)
  const take = (file: File | undefined) => {
    if (!file) return
    const fits = TYPES.includes(file.type) && file.size <= PICTURE_MAX
    setRefused(!fits)
    if (!fits) return
    const reader = new FileReader()
    reader.onload = () => onChange?.(String(reader.result))
    reader.readAsDataURL(file)
  }
  return (
    <Space wrap>
      {value && <img src={value} alt={t('pageLogo')} height={32} />}
      <input
        ref={picker}
        type="file"
        hidden
        id={`${own}-file`}
        accept={TYPES.join(',')}
        aria-label={t('pageLogo')}
        onChange={(event) => take(event.currentTarget.files?.[0])}
      />
      <Button {...(id ? { id } : {})} onClick={() => picker.current?.click()}>
        {t('pageLogo.choose')}
      </Button>
      {value && <Button onClick={() => onChange?.(null)}>{t('pageLogo.remove')}</Button>}
      {refused && <span role="alert">{t('error.company.logo')}</span>}
    </Space>
  )
}
