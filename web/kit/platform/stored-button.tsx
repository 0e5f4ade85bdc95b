import { Button, type ButtonProps } from 'antd'
import { useT } from '../text/i18n.ts'
import { useHasUnsaved } from './unsaved.ts'

/** A button that works on what is stored: off, with the reason, while its tab has unsaved entries. */
export function StoredButton({ disabled, title, ...rest }: ButtonProps) {
  const t = useT('common')
  const unsaved = useHasUnsaved()
  return (
    <Button
      {...rest}
      disabled={unsaved || disabled === true}
      title={unsaved ? t('unsaved.first') : title}
    />
  )
}
