import { Alert, Form, type FormInstance } from 'antd'
import type { OrderKind } from '#contracts/orders/kinds/kinds.ts'
import { valueAt } from '../../../../kit/form/paths.ts'
import { useT } from '../../../../kit/text/i18n.ts'
import type { Draft } from './draft/draft.ts'
import { labelOf } from './field-labels.ts'

/** What an order still misses to become one of another kind. */
export function MissingNote({ kind, form }: { kind: OrderKind; form: FormInstance<Draft> }) {
  const t = useT('shipments')
  // Asked anew with every change.
  Form.useWatch([], form)
  const values: unknown = form.getFieldsValue(true)
  const missing = kind.required.flatMap((path) => emptyPaths(values, path.split('.')))
  if (missing.length === 0) return null
  const names = missing.map((path) => labelOf(path, t) ?? t(path))
  return (
    <Alert
      type="info"
      showIcon
      className="py-summary"
      title={t('form.convertMissing', { fields: names.join(t('list.comma')) })}
    />
  )
}

/** Paths without a value; `*` stands for every line. */
function emptyPaths(values: unknown, parts: readonly string[], path = ''): string[] {
  const [part, ...rest] = parts
  const at = (name: string) => (path === '' ? name : `${path}.${name}`)
  if (part === undefined) return valueAt(values, path) ? [] : [path]
  if (part !== '*') return emptyPaths(values, rest, at(part))
  const lines: unknown = valueAt(values, path)
  return (Array.isArray(lines) ? lines : []).flatMap((_, line) =>
    emptyPaths(values, rest, at(String(line))),
  )
}
