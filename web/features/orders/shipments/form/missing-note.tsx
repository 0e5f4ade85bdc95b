import { Alert, Form, type FormInstance } from 'antd'
import type { OrderKind } from '#contracts/orders/kinds/kinds.ts'
import { missingPaths } from '#contracts/orders/kinds/missing-paths.ts'
import { valuesIn } from '../../../../kit/form/form-values.ts'
import { useT } from '../../../../kit/text/i18n.ts'
import { toWire, type Draft } from './draft/draft.ts'
import { labelOf } from './field-labels.ts'

/** What an order still misses to become one of another kind. */
export function MissingNote({ kind, form }: { kind: OrderKind; form: FormInstance<Draft> }) {
  const t = useT('shipments')
  // Asked again with every change.
  Form.useWatch([], form)
  const missing = missingPaths(toWire(valuesIn(form)), kind.required)
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
