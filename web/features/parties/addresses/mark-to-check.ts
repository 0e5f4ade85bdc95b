import type { FormInstance } from 'antd'
import type { PartToCheck } from './paste-address.tsx'

/** Marks fields that were read without proof, until they are entered again. */
export const markToCheck = (
  form: FormInstance,
  parts: readonly PartToCheck[],
  words: string,
  within: readonly string[] = [],
): void => form.setFields(parts.map((part) => ({ name: [...within, part], warnings: [words] })))
