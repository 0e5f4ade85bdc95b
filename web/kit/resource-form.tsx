import { Alert, Button, Form } from 'antd'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { inputOf, type Field } from '#contracts/kit/field.ts'
import { writable, type Resource } from '#contracts/kit/resource.ts'
import { ErrorSummary, type FieldIssue } from './error-summary.tsx'
import { FieldInput, type FieldInputProps } from './field-input.tsx'
import { dropDraft, readDraft, writeDraft } from './form-draft.ts'
import { formatMoment } from './formats.ts'
import type { T } from './i18n.ts'
import { useRightsCheck } from './permissions.tsx'
import { columnTitle } from './resource-cells.tsx'
import { StaleRow } from './stale-row.tsx'
import { isObject } from './storage.ts'
import { useAction } from './use-action.ts'
import { useUnsaved } from './unsaved.ts'
import { useWho } from './who.ts'
import { zodRules } from './zod-rule.ts'

export type Inputs = Readonly<Partial<Record<string, (props: FieldInputProps) => ReactNode>>>
export interface ResourceFormProps {
  of: Resource
  t: T
  /** The row to change; null adds one. `copy` fills a new one. */
  row: Record<string, unknown> | null
  copy?: Record<string, unknown> | null
  inputs?: Inputs
  /** Values set from outside and not shown (`{ dictId }`). */
  fixed?: Record<string, unknown>
  formId: string
  onBusy: (busy: boolean) => void
  onChanged: (changed: boolean) => void
  onSaved: (row: Record<string, unknown>) => void
}

/** The form of a resource, made from its fields; checks are the contract's, refusals land on their fields. */
export function ResourceForm({ of, t, row, copy = null, inputs = {}, fixed = {}, formId, onBusy, onChanged, onSaved }: ResourceFormProps) {
  const [form] = Form.useForm<Record<string, unknown>>()
  const may = useRightsCheck()
  const { user } = useWho()
  const shown = writable(of.fields).filter(([key, spec]) => spec.show.includes('form') && !(key in fixed) && (!spec.perm || may(spec.perm)))
  const initial = valuesOf(shown, row ?? copy)
  const draftKey = `${user?.id ?? ''}:${of.name}:${typeof row?.id === 'string' ? row.id : 'new'}`
  const [draft, setDraft] = useState(() => readDraft(draftKey))
  const [changed, setChanged] = useState(draft !== null)
  const [issues, setIssues] = useState<FieldIssue[]>([])
  const [theirs, setTheirs] = useState<Record<string, unknown> | null>(null)
  const version = useRef(row?.version)
  const saved = useUnsaved(changed)
  const add = useAction(of.endpoints.add, { invalidates: [of.path], ownRefusals: true })
  const edit = useAction(of.endpoints.edit, { invalidates: [of.path], ownRefusals: true })
  const busy = add.busy || edit.busy
  useEffect(() => onBusy(busy), [busy, onBusy])
  useEffect(() => onChanged(changed), [changed, onChanged])

  const labelOf = (path: string): string | null => {
    const key = path.split('.')[0] ?? ''
    return shown.some(([name]) => name === key) ? t(key) : null
  }
  const send = async () => {
    const values = { ...form.getFieldsValue(), ...fixed }
    setIssues([])
    const outcome = row
      ? await edit.run({ ...values, id: String(row.id), version: Number(version.current) })
      : await add.run(values)
    if (outcome.ok) {
      saved()
      dropDraft(draftKey)
      setChanged(false)
      return onSaved(isObject(outcome.result) ? outcome.result : values)
    }
    const { error } = outcome
    if (error.stale && isObject(error.result) && 'version' in error.result) return setTheirs(error.result)
    if (!error.refused) return
    const found = error.issues.length > 0 ? error.issues.map(({ path, message }) => ({ path, message, label: labelOf(path) })) : [{ path: '', label: null, message: error.message }]
    setIssues(found)
    form.setFields(found.filter((issue) => issue.label).map((issue) => ({ name: issue.path.split('.')[0] ?? '', errors: [issue.message] })))
    jump(found.find((issue) => issue.label)?.path)
  }
  const jump = (path: string | undefined) => { if (path) form.scrollToField(path.split('.')[0] ?? '', { focus: true, block: 'center' }) }
  const restore = (values: Record<string, unknown>, from: Record<string, unknown> | null) => {
    form.setFieldsValue({ ...valuesOf(shown, from), ...values })
    setDraft(null)
  }

  return (
    <Form
      form={form} id={formId} name={of.name} layout="vertical" className="py-form" initialValues={draft ? { ...initial, ...draft.values } : initial} disabled={busy} validateTrigger="onBlur" requiredMark scrollToFirstError={{ focus: true, block: 'center' }}
      onFinish={() => void send()}
      onFinishFailed={({ errorFields }) => setIssues(errorFields.map(({ name, errors }) => ({ path: name.join('.'), label: labelOf(name.join('.')), message: errors[0] ?? '' })))}
      onValuesChange={(some: Record<string, unknown>, all) => {
        form.setFields(Object.keys(some).map((name) => ({ name, errors: [] })))
        setChanged(true)
        writeDraft(draftKey, all)
      }}
    >
      {draft && <Alert type="info" className="py-summary" title={t('form.draft', { at: formatMoment(new Date(draft.at).toISOString()) })} action={<Button size="small" onClick={() => { form.setFieldsValue(initial); dropDraft(draftKey); setDraft(null); setChanged(false) }}>{t('form.dropDraft')}</Button>} />}
      {theirs && (
        <StaleRow
          fields={shown} mine={form.getFieldsValue()} theirs={theirs} t={t}
          onTheirs={() => { version.current = theirs.version; restore({}, theirs); setTheirs(null); setChanged(false); dropDraft(draftKey) }}
          onMine={() => { version.current = theirs.version; setTheirs(null); void send() }}
        />
      )}
      <ErrorSummary issues={issues} onJump={jump} />
      {shown.map(([key, spec]) => (
        <Form.Item
          key={key} name={key} label={columnTitle(key, spec, t)} required={spec.required} rules={zodRules(inputOf(spec), t, spec)}
          className={isWide(spec) ? 'py-form-wide' : ''} {...(t.has(`${key}.help`) ? { extra: t(`${key}.help`) } : {})}
        >
          <BoundInput spec={spec} own={inputs[key]} text={textOf(row ?? copy, key)} />
        </Form.Item>
      ))}
    </Form>
  )
}

/** Form.Item hands id, value and onChange to its child; this passes them on to the field's own or usual control. */
function BoundInput({ spec, own, text, ...bound }: FieldInputProps & { spec: Field; own: ((props: FieldInputProps) => ReactNode) | undefined }) {
  const props = { ...bound, ...(text ? { text } : {}) }
  return own ? <>{own(props)}</> : <FieldInput spec={spec} {...props} />
}

const isWide = (spec: Field): boolean => spec.type === 'textarea' || (spec.max ?? 0) > 400
const textOf = (row: Record<string, unknown> | null, key: string): string | null => {
  const text = row?.[`${key}_dictText`]
  return typeof text === 'string' && text !== '' ? text : null
}
function valuesOf(fields: readonly (readonly [string, Field])[], row: Record<string, unknown> | null): Record<string, unknown> {
  return Object.fromEntries(fields.map(([key, spec]) => [key, row ? (row[key] ?? null) : (spec.initial ?? (spec.type === 'bool' ? false : null))]))
}
