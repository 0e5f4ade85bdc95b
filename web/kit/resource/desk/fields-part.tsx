import { Button } from 'antd'
import { useId, useMemo, useState, type ReactNode } from 'react'
import type { Crud } from '#contracts/kit/crud.ts'
import { writable, type RowOf } from '#contracts/kit/entity.ts'
import { useCan } from '../../session/permissions.tsx'
import { useT } from '../../text/i18n.ts'
import { DetailList } from '../detail-list.tsx'
import { fieldContent } from '../resource-cells.tsx'
import { ResourceForm, type Inputs } from '../resource-form.tsx'
import './desk.css'

/** Some of a record's own fields as a form; the others are saved as they are. */
export function FieldsPart<R extends Crud>({
  of,
  row,
  part,
  fields,
  inputs,
  cells,
  hint,
}: {
  of: R
  row: RowOf<R>
  /** Names the form's draft apart from those of other parts. */
  part: string
  fields: readonly (keyof R['fields'] & string)[]
  inputs?: Inputs
  /** How a field reads for who may not edit it, where its type does not know. */
  cells?: Readonly<Partial<Record<string, (value: unknown) => ReactNode>>>
  hint?: string
}) {
  const t = useT(of.name)
  const id = useId()
  const [busy, setBusy] = useState(false)
  const [changed, setChanged] = useState(false)
  const edit = useCan(of.endpoints.edit)
  const { shown, fixed } = useMemo(() => {
    const specs = Object.fromEntries(
      fields.map((name) => [name, { ...of.fields[name]!, show: ['form', 'detail'] as const }]),
    )
    const rest = writable(of.fields).filter(([name]) => !(name in specs))
    return {
      shown: { ...of, name: `${of.name}.${part}`, fields: specs } as unknown as Crud,
      fixed: Object.fromEntries(rest.map(([name]) => [name, Reflect.get(row, name)])),
    }
  }, [fields, of, part, row])
  return (
    <div className="py-desk-fields">
      {hint && <p className="py-hint">{hint}</p>}
      {edit ? (
        <>
          <ResourceForm
            key={row.version}
            of={shown}
            t={t}
            row={row}
            fixed={fixed}
            {...(inputs ? { inputs } : {})}
            formId={id}
            onBusy={setBusy}
            onChanged={setChanged}
            onSaved={() => setChanged(false)}
          />
          <div className="py-desk-bar">
            <Button type="primary" htmlType="submit" form={id} loading={busy} disabled={!changed}>
              {t('action.save')}
            </Button>
          </div>
        </>
      ) : (
        <DetailList
          items={fields.map((name) => ({
            key: name,
            label: t(name),
            value:
              cells?.[name]?.(Reflect.get(row, name)) ??
              fieldContent(row, name, of.fields[name]!, t),
          }))}
        />
      )}
    </div>
  )
}
