import { SearchOutlined } from '@ant-design/icons'
import { Form, Input } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { withFeedback } from '../http/feedback.ts'
import { useT } from '../text/i18n.ts'
import {
  names,
  pickedValues,
  wrongSetup,
  type Picked,
  type PopupPickerProps,
} from './popup-rules.ts'

const PopupDialog = lazy(() => import('./popup-dialog.tsx'))

/**
 * Chooses rows of an online report in a window (specification §5). In a form the other target
 * fields are filled too. Opens by click, Enter, Space or the arrow down.
 */
export function PopupPicker(props: PopupPickerProps) {
  const { code, orgFields, destFields, value, onChange, onPick, id, disabled, placeholder } = props
  const t = useT('reports')
  const form = Form.useFormInstance() as ReturnType<typeof Form.useFormInstance> | undefined
  const [open, setOpen] = useState(false)
  const own = props.field ?? names(destFields ?? '')[0] ?? ''

  const ask = () => {
    const wrong = wrongSetup({ code, orgFields, destFields })
    if (wrong) return withFeedback(({ message }) => void message.error(t(wrong)))
    if (!disabled) setOpen(true)
  }
  const give = (rows: readonly Picked[]) => {
    const values = rows.length === 0 ? null : pickedValues(rows, orgFields, destFields)
    // A typed value goes the form's usual way, which also checks it.
    for (const name of names(destFields))
      if (name !== own) form?.setFieldValue(name, values?.[name] ?? null)
    onChange?.(values?.[own] ?? null)
    onPick?.(values, rows)
    setOpen(false)
  }
  return (
    <>
      <Input
        {...(id ? { id } : {})}
        value={value ?? ''}
        disabled={disabled ?? false}
        placeholder={placeholder ?? t('popup.choose')}
        readOnly
        allowClear
        aria-haspopup="dialog"
        suffix={<SearchOutlined className="py-popup-open" onClick={ask} />}
        onClick={(event) => event.target instanceof HTMLInputElement && ask()}
        onKeyDown={(event) => {
          if (['Enter', ' ', 'ArrowDown'].includes(event.key)) {
            event.preventDefault()
            ask()
          }
        }}
        onChange={(event) => event.target.value === '' && give([])}
      />
      <Suspense>
        {open && <PopupDialog {...props} onOk={give} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  )
}
