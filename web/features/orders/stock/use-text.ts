import type { FormInstance } from 'antd'
import { useValue } from '../../../kit/form/form-values.ts'

/** A chosen id in a form, drawn again when it changes. */
export function useText(form: FormInstance, path: string): string | null {
  const value = useValue(form, path)
  return typeof value === 'string' && value !== '' ? value : null
}
