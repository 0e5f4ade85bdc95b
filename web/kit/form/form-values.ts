import { Form, type FormInstance } from 'antd'
import type { FieldIssue } from './error-summary.tsx'
import { fieldId, partsOf, valueAt } from './paths.ts'

/** The value at a path, drawn again when it changes. For components inside the form. */
export function useValue(form: FormInstance, path: string): unknown {
  const watched: unknown = Form.useWatch(partsOf(path), { form, preserve: true })
  return watched === undefined ? valueAt(valuesIn(form), path) : watched
}

export const valuesIn = <V extends object>(form: FormInstance<V>): V =>
  form.getFieldsValue(true) as V
export const namesOf = (form: FormInstance): string[] =>
  form.getFieldsError().map(({ name }) => name.join('.'))
/**
 * What a field is called in a list of errors: as the form has it, else as the field is labelled; never
 * by its path, which is what a missing text reads as.
 */
export function labelAt(
  given: string | null,
  form: string | undefined,
  path: string,
): string | null {
  if (path === '' || (given !== null && given !== path)) return path === '' ? null : given
  const id = fieldId(form, path)
  const found = [...document.querySelectorAll('label')].find(({ htmlFor }) => htmlFor === id)
  return found?.textContent || null
}
export function clearErrors(form: FormInstance, about: (path: string) => boolean): void {
  form.setFields(
    form
      .getFieldsError()
      .filter(({ errors, warnings }) => errors.length + warnings.length > 0)
      .filter(({ name }) => about(name.join('.')))
      .map(({ name }) => ({ name, errors: [], warnings: [] })),
  )
}
/** The same list where nothing is dropped: nothing is drawn again for it. */
export const without = (
  issues: readonly FieldIssue[],
  drop: (issue: FieldIssue) => boolean,
): readonly FieldIssue[] => (issues.some(drop) ? issues.filter((issue) => !drop(issue)) : issues)

/** Asks to look at fields again, until they are changed. */
export function warnAt(form: FormInstance, paths: readonly string[], note: string): void {
  form.setFields(paths.map((path) => ({ name: partsOf(path) as never, warnings: [note] })))
}
/** Marks one field as wrong, until it is changed. */
export function noteAt(form: FormInstance, path: string, note: string): void {
  form.setFields([{ name: partsOf(path) as never, errors: [note] }])
}
/**
 * Puts values as they are: antd's `setFieldsValue` copies every line, and every line would be drawn
 * again.
 */
export function assign<V extends object>(form: FormInstance<V>, next: V): void {
  const now = valuesIn(form)
  form.setFields(
    Object.entries(next)
      .filter(([key, value]) => Reflect.get(now, key) !== value)
      .map(([key, value]: [string, unknown]) => ({ name: key as never, value: value as never })),
  )
}

/** Puts the cursor into the field of a path, or into what is nearest above it. */
export function jumpTo(form: FormInstance, name: string | undefined, path: string): void {
  const parts = partsOf(path)
  for (let end = parts.length; end > 0; end--) {
    const at = parts.slice(0, end)
    if (form.getFieldInstance(at) || document.getElementById(fieldId(name, at.join('.'))))
      return form.scrollToField(at, { focus: true, block: 'center' })
  }
}
