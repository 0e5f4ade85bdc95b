import { Button, Form, Input } from 'antd'
import { useState } from 'react'
import { useT } from '../../../kit/text/i18n.ts'
import type { FieldInputProps } from '../../../kit/form/field-input-props.ts'
import { warnAt } from '../../../kit/form/form-values.ts'
import { PasteAddress } from './paste-address.tsx'

/** The name of an address, with the whole address as one text below it. */
export function NameWithPaste({ id, value, onChange, disabled }: FieldInputProps) {
  const t = useT('addresses')
  const form = Form.useFormInstance()
  const [pasting, setPasting] = useState(false)
  return (
    <>
      <Input
        {...(id ? { id } : {})}
        value={typeof value === 'string' ? value : ''}
        maxLength={100}
        autoComplete="off"
        disabled={disabled ?? false}
        onChange={(event) => onChange?.(event.target.value)}
      />
      <Button
        size="small"
        type="link"
        aria-expanded={pasting}
        disabled={disabled ?? false}
        onClick={() => setPasting(!pasting)}
      >
        {t('paste')}
      </Button>
      {pasting && (
        <PasteAddress
          country={String(form.getFieldValue('country') ?? '')}
          onAddress={({ name, ...rest }, complete, toCheck) => {
            const found = Object.entries(rest).map(([key, text]) => [key, text || null])
            form.setFieldsValue(Object.fromEntries(found))
            // A change of this field is what the form counts as a change.
            onChange?.(name)
            warnAt(form, toCheck, t('check'))
            setPasting(!complete)
          }}
        />
      )}
    </>
  )
}
