import { Form, Input } from 'antd'
import type { FieldInputProps } from '../../../kit/form/field-input-props.ts'
import { PostcodeNote } from './postcode-note.tsx'

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** A postal code, and what it determines of town and state. */
export function PostalInput({ id, value, onChange, disabled }: FieldInputProps) {
  const form = Form.useFormInstance()
  const [country, city, state] = [
    Form.useWatch('country', form),
    Form.useWatch('city', form),
    Form.useWatch('state', form),
  ].map(textOf)
  return (
    <>
      <Input
        {...(id ? { id } : {})}
        value={textOf(value)}
        maxLength={16}
        autoComplete="off"
        disabled={disabled ?? false}
        onChange={(event) => onChange?.(event.target.value)}
      />
      <PostcodeNote
        country={country ?? ''}
        postalCode={textOf(value)}
        city={city ?? ''}
        state={state ?? ''}
        onTake={(place) => {
          form.setFieldsValue(place)
          onChange?.(textOf(value))
        }}
      />
    </>
  )
}
