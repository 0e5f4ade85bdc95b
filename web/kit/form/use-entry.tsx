import { Alert, Button, Form, type FormInstance, type FormProps } from 'antd'
import { useRef, useState, type ReactNode } from 'react'
import { ErrorSummary, type FieldIssue } from './error-summary.tsx'
import { changedValues, dropDraft, readDraft, writeDraft } from './form-draft.ts'
import { formatMoment } from './formats.ts'
import { useT } from '../text/i18n.ts'
import { StaleRow } from './stale-row.tsx'
import { isObject } from '../platform/storage.ts'
import type { Outcome } from '../http/use-action.ts'
import { useUnsaved } from './unsaved.ts'
import { useSession } from '../session/session.ts'

type Values = Record<string, unknown>
export interface EntryOptions<V extends object> {
  /** Names the kept draft: what is entered and which row, `users:12` or `users:new`. Null keeps none (passwords). */
  draft: string | null
  /** What the form begins with: the row's values, or what a new one is proposed with. */
  start: V
  /** The row's version; a stale save is refused with the row as it is now. */
  version?: unknown
  save: (values: V, version: unknown) => Promise<Outcome<unknown>>
  onSaved: (result: unknown, values: V) => void
  /** The label of a path of the body (`phone`, `departs.0.id`); null where it is no field of this form. */
  label: (path: string) => string | null
  /**
   * The fields a person sees, for the comparison when another user has saved first; and how a value
   * reads.
   */
  fields?: readonly string[]
  show?: (field: string, value: unknown, row: Values | null) => ReactNode
  /** A row of the server as values of this form. */
  valuesOf?: (row: Values) => V
}
export interface Entry<V extends object> {
  form: FormInstance<V>
  /** For `<Form {...entry.props}>`. */
  props: FormProps<V>
  /** First child of the form: a restored draft, another user's newer row, what was refused. */
  notes: ReactNode
  busy: boolean
  changed: boolean
}

/**
 * The behaviour every form has, for antd forms made by hand as for generated ones: a draft that outlives a reload and
 * an ended session, the guard over unsaved entries, refusals on their fields with a summary that jumps there, and both
 * versions side by side when the row was changed meanwhile. Of one's own version only what one changed is kept.
 */
export function useEntry<V extends object>(options: EntryOptions<V>): Entry<V> {
  const {
    start,
    save,
    onSaved,
    label,
    fields = [],
    show = (_, value) => String(value ?? ''),
    valuesOf = (row) => row as V,
  } = options
  const t = useT()
  const [form] = Form.useForm<V>()
  const { user } = useSession()
  const key = options.draft === null ? null : `${user?.id ?? ''}:${options.draft}`
  const [draft, setDraft] = useState(() => (key === null ? null : readDraft(key)))
  const [changed, setChanged] = useState(draft !== null)
  const [issues, setIssues] = useState<FieldIssue[]>([])
  const [theirs, setTheirs] = useState<Values | null>(null)
  const [busy, setBusy] = useState(false)
  const version = useRef(options.version)
  /** The row as this person knows it: what differs from it is theirs to save. */
  const base = useRef<object>(start)
  const saved = useUnsaved(changed)

  const forget = () => {
    if (key !== null) dropDraft(key)
    setDraft(null)
    setChanged(false)
  }
  const jump = (path: string | undefined) => {
    if (path) form.scrollToField(path.split('.')[0] as never, { focus: true, block: 'center' })
  }
  const send = async () => {
    if (busy) return
    const values = form.getFieldsValue(true) as V
    setIssues([])
    setBusy(true)
    const outcome = await save(values, version.current).finally(() => setBusy(false))
    if (outcome.ok) {
      saved()
      forget()
      return onSaved(outcome.result, values)
    }
    const { error } = outcome
    if (error.stale && isObject(error.result) && 'version' in error.result)
      return setTheirs(error.result)
    if (!error.refused) return
    const found =
      error.issues.length > 0
        ? error.issues.map(({ path, message }) => ({ path, message, label: label(path) }))
        : [{ path: '', label: null, message: error.message }]
    setIssues(found)
    form.setFields(
      found
        .filter((issue) => issue.label !== null)
        .map((issue) => ({ name: issue.path.split('.')[0] as never, errors: [issue.message] })),
    )
    jump(found.find((issue) => issue.label !== null)?.path)
  }
  const take = (row: Values, mine: Partial<V>) => {
    version.current = row.version
    base.current = valuesOf(row)
    form.setFieldsValue({ ...base.current, ...mine } as Parameters<typeof form.setFieldsValue>[0])
    setTheirs(null)
  }

  const notes = (
    <>
      {draft && (
        <Alert
          type="info"
          className="py-summary"
          title={t('form.draft', { at: formatMoment(new Date(draft.at).toISOString()) })}
          {...(draft.version !== null && draft.version !== options.version
            ? { description: t('form.draftOld') }
            : {})}
          action={
            <Button
              size="small"
              onClick={() => {
                form.setFieldsValue(base.current as Parameters<typeof form.setFieldsValue>[0])
                forget()
              }}
            >
              {t('form.dropDraft')}
            </Button>
          }
        />
      )}
      {theirs && (
        <StaleRow
          by={typeof theirs.updateBy === 'string' ? theirs.updateBy : ''}
          at={typeof theirs.updateTime === 'string' ? theirs.updateTime : null}
          lines={linesOf(
            fields,
            base.current,
            form.getFieldsValue(true) as Values,
            valuesOf(theirs),
          ).map(({ field, own, mine, other }) => ({
            key: field,
            label: label(field) ?? field,
            mine: own ? show(field, mine, null) : null,
            theirs: show(field, other, theirs),
          }))}
          onTheirs={() => {
            take(theirs, {})
            forget()
          }}
          onMine={() => {
            take(theirs, changedValues(form.getFieldsValue(true) as V, base.current))
            void send()
          }}
        />
      )}
      <ErrorSummary issues={issues} onJump={jump} />
    </>
  )
  return {
    form,
    notes,
    busy,
    changed,
    props: {
      form,
      layout: 'vertical',
      className: 'py-form',
      disabled: busy,
      validateTrigger: 'onBlur',
      requiredMark: true,
      scrollToFirstError: { focus: true, block: 'center' },
      initialValues: draft ? { ...start, ...draft.values } : start,
      onFinish: () => void send(),
      onFinishFailed: ({ errorFields }) =>
        setIssues(
          errorFields.map(({ name, errors }) => ({
            path: name.join('.'),
            label: label(name.join('.')),
            message: errors[0] ?? '',
          })),
        ),
      onValuesChange: (some) => {
        form.setFields(Object.keys(some).map((name) => ({ name: name as never, errors: [] })))
        setChanged(true)
        if (key !== null)
          writeDraft(
            key,
            changedValues(form.getFieldsValue(true) as V, base.current) as Values,
            version.current ?? null,
          )
      },
    },
  }
}

/** Where both versions differ; `own` where this person changed it. */
function linesOf(fields: readonly string[], base: object, mine: Values, theirs: object) {
  return fields.flatMap((field) => {
    const [own, other] = [mine[field], Reflect.get(theirs, field) as unknown]
    const touched = field in changedValues({ [field]: own }, base)
    return field in changedValues({ [field]: own }, theirs)
      ? [{ field, own: touched, mine: own, other }]
      : []
  })
}
