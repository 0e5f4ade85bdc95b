import { Form, type FormInstance, type FormProps } from 'antd'
import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { ErrorSummary, type FieldIssue } from './error-summary.tsx'
import { changedValues, mergeChanges, withoutMasks } from './draft/form-draft.ts'
import { staleLines } from './draft/stale-lines.ts'
import { assign, clearErrors, jumpTo, namesOf, valuesIn, without, labelAt } from './form-values.ts'
import { DraftNote } from './draft/draft-note.tsx'
import { isWithin, partsOf, valueAt, withValueAt } from './paths.ts'
import { StaleRow } from './draft/stale-row.tsx'
import { isObject } from '../text/storage.ts'
import { useNotify } from '../http/notify.tsx'
import { useT } from '../text/i18n.ts'
import type { Outcome } from '../http/use-action.ts'
import { useUnsaved } from '../platform/unsaved.ts'
import { useFormDraft } from './draft/use-form-draft.ts'
import { nameOfAccount } from '../session/account-names.ts'

type Values = Record<string, unknown>
/** Shows reasons at their fields; a path that is none of the form is shown above it, under `heading`. */
type Refuse = (issues: readonly { path: string; message: string; heading?: ReactNode }[]) => void
/** What is refused, by path, in the user's words. */
export type Issues = Readonly<Record<string, string>>
export interface EntryOptions<V extends object> {
  /** Names the form: part of its controls' ids, needed where two forms are on one page. */
  name?: string
  /**
   * Names the kept draft: what is entered and which row, `users:12` or `users:new`. Null keeps none
   * (passwords).
   */
  draft: string | null
  /** A kept draft over the values the form begins with; null where it cannot be used. */
  restore?: (values: V) => V | null
  /** What the form begins with: the row's values, or what a new one is proposed with. */
  start: V
  /** The row's version; a stale save is refused with the row as it is now. */
  version?: unknown
  save: (values: V, version: unknown) => Promise<Outcome<unknown>>
  /** Awaited: the form is busy until it is through. `refuse` shows what came after saving failed by. */
  onSaved: (result: unknown, values: V, refuse: Refuse) => unknown
  /**
   * The label of a path of the body (`phone`, `parcels.0.weightKg`); null where it is no field of
   * this form.
   */
  label: (path: string) => string | null
  /** The path of a field for a path of the body, where lines were left out. */
  pathOf?: (values: V, path: string) => string
  /**
   * The fields a person sees, for the comparison when another user has saved first; and how a value
   * reads. `consignee.*` compares what is below it.
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
  /** For cells of nested lines; fields of their own show theirs themselves. */
  issues: Issues
  /** Puts a value at a path, `parcels.7.products.1.sku`, as if it was entered there. */
  set: (path: string, value: unknown) => void
  /**
   * Changes values as the user's own change. `about`: the part whose refusals no longer hold, since
   * its lines moved.
   */
  edit: (change: (values: V) => V, about?: string) => void
  /** Changes values without being a change to save: what the form proposes. */
  propose: (change: (values: V) => V) => void
  jump: (path: string) => void
}

/**
 * The behaviour every form has, for antd forms made by hand as for generated ones, with nested
 * lines or without: a draft that outlives a reload and an ended session, the guard over unsaved
 * entries, refusals by path on their fields with a summary that jumps there, and both versions side
 * by side when the row was changed meanwhile. Of the user's version only the changes are kept.
 */
export function useEntry<V extends object>(options: EntryOptions<V>): Entry<V> {
  const { name, start, label, fields = [], valuesOf = (row) => row as V } = options
  const { show = (_, value) => (typeof value === 'object' ? '' : String(value ?? '')) } = options
  const t = useT()
  const notify = useNotify()
  const [form] = Form.useForm<V>()
  const [refusals, setRefusals] = useState<readonly FieldIssue[]>([])
  const [theirs, setTheirs] = useState<Values | null>(null)
  const [busy, setBusy] = useState(false)
  const base = useRef(start) // the row as this person knows it: what differs is theirs to save
  const begun = useRef(start)
  const version = useRef(options.version)
  const drafts = useFormDraft(options.draft, start, options.restore)
  const [changed, setChanged] = useState(drafts.draft !== null)
  const saved = useUnsaved(changed, options.draft === null ? null : drafts.drop)
  const refused = useRef<readonly FieldIssue[] | null>(null)

  const { write } = drafts
  const touched = useCallback(() => {
    setChanged(true)
    const from = version.current === undefined ? begun : base // proposals go with a new row's draft
    write(() => changedValues(valuesIn(form), from.current), version.current)
  }, [form, write])
  const set = useCallback(
    (path: string, value: unknown) => {
      setRefusals((now) => without(now, (issue) => issue.path === path))
      assign(form, withValueAt(valuesIn(form), path, value))
      touched()
    },
    [form, touched, setRefusals],
  )
  const edit = useCallback(
    (change: (values: V) => V, about?: string) => {
      const moved = (path: string) => about !== undefined && isWithin(path, about)
      setRefusals((now) => without(now, (issue) => moved(issue.path)))
      clearErrors(form, moved)
      assign(form, change(valuesIn(form)))
      touched()
    },
    [form, touched, setRefusals],
  )
  const propose = useCallback(
    (change: (values: V) => V) => {
      base.current = change(base.current)
      assign(form, change(valuesIn(form)))
    },
    [form],
  )
  const jump = useCallback((path: string) => jumpTo(form, name, path), [form, name])
  // A part that was closed opens for its refusals first; then its fields are there to take them.
  useEffect(() => {
    const found = refused.current
    if (!found) return
    refused.current = null
    const known = found.filter((issue) => issue.label !== null)
    // The field nearest to the path: a list counts only where none of its lines has it.
    const names = namesOf(form).toSorted((a, b) => a.length - b.length)
    form.setFields(
      known.flatMap((issue) => {
        const field = names.findLast((one) => isWithin(issue.path, one))
        return field ? [{ name: partsOf(field) as never, errors: [issue.message] }] : []
      }),
    )
    if (known[0]) jump(known[0].path)
  }, [refusals, form, jump])

  const forget = () => {
    drafts.drop()
    setChanged(false)
  }
  const issueAt = (path: string, message: string, heading?: ReactNode): FieldIssue => ({
    path,
    message,
    heading,
    label: labelAt(label(path), name, path),
  })
  const refuse = (values: V, issues: Parameters<Refuse>[0]) => {
    const { pathOf = (_, path) => path } = options
    const found = issues.map((one) => issueAt(pathOf(values, one.path), one.message, one.heading))
    refused.current = found
    setRefusals(found)
  }
  const send = async (again = false) => {
    if (busy) return
    const values = valuesIn(form)
    let merged = false
    setRefusals([])
    drafts.flush()
    setBusy(true)
    try {
      const outcome = await options.save(withoutMasks(values, base.current), version.current)
      if (outcome.ok) {
        saved()
        forget()
        // A form that stays open goes on from what was saved.
        base.current = values
        if (isObject(outcome.result) && 'version' in outcome.result)
          version.current = outcome.result.version
        return await options.onSaved(outcome.result, values, (found) => refuse(values, found))
      }
      const { error } = outcome
      if (error.stale && isObject(error.result) && 'version' in error.result) {
        const row = error.result
        const lines = staleLines(fields, base.current, values, valuesOf(row))
        // No field that both changed: no change is lost by saving the two together.
        if (again || fields.length === 0 || lines.some((line) => line.both)) return setTheirs(row)
        take(row, values)
        notify.info(
          t('stale.merged', {
            by: nameOfAccount(row.updateBy),
            fields: lines
              .filter((line) => !line.own)
              .map((line) => label(line.path) ?? line.path)
              .join(t('list.comma')),
          }),
        )
        merged = true
        return
      }
      if (!error.refused) return
      refuse(
        values,
        error.issues.length > 0 ? error.issues : [{ path: '', message: error.message }],
      )
    } finally {
      setBusy(false)
      if (merged) void send(true)
    }
  }
  const take = (row: Values, mine: V) => {
    version.current = row.version
    const newer = valuesOf(row)
    assign(form, mergeChanges(base.current, mine, newer))
    base.current = newer
    setRefusals([])
    clearErrors(form, () => true)
    setTheirs(null)
  }
  const issues = useMemo(
    () => Object.fromEntries(refusals.map((issue) => [issue.path, issue.message])),
    [refusals],
  )

  const notes = (
    <>
      {drafts.draft && (
        <DraftNote
          at={drafts.draft.at}
          old={drafts.draft.version !== null && drafts.draft.version !== options.version}
          onDrop={() => {
            assign(form, base.current)
            setRefusals([])
            clearErrors(form, () => true)
            forget()
          }}
        />
      )}
      {theirs && (
        <StaleRow
          by={nameOfAccount(theirs.updateBy)}
          at={typeof theirs.updateTime === 'string' ? theirs.updateTime : null}
          lines={staleLines(fields, base.current, valuesIn(form), valuesOf(theirs)).map(
            ({ path, own, mine, theirs: other }) => ({
              key: path,
              label: label(path) ?? path,
              mine: own ? show(path, mine, null) : null,
              theirs: show(path, other, theirs),
            }),
          )}
          onTheirs={() => {
            take(theirs, base.current)
            forget()
          }}
          onMine={() => {
            take(theirs, valuesIn(form))
            void send()
          }}
        />
      )}
      <ErrorSummary issues={refusals} onJump={jump} />
    </>
  )
  return {
    form,
    notes,
    busy,
    changed,
    issues,
    set,
    edit,
    propose,
    jump,
    props: {
      form,
      ...(name === undefined ? {} : { name }),
      layout: 'vertical',
      className: 'py-form',
      disabled: busy,
      validateTrigger: 'onBlur',
      requiredMark: true,
      scrollToFirstError: { focus: true, block: 'center' },
      initialValues: drafts.values,
      onFinish: () => void send(),
      onFinishFailed: ({ errorFields }) =>
        setRefusals(
          errorFields.map(({ name: at, errors }) => issueAt(at.join('.'), errors[0] ?? '')),
        ),
      onValuesChange: (some) => {
        const names = namesOf(form).filter((path) => valueAt(some, path) !== undefined)
        const about = (path: string) => [...names, ...Object.keys(some)].includes(path)
        clearErrors(form, about)
        setRefusals((now) => without(now, (issue) => about(issue.path)))
        touched()
      },
    },
  }
}
