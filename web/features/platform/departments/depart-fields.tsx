import { Form, Input } from 'antd'
import { useEffect } from 'react'
import { departments } from '#contracts/platform/departments/departments.ts'
import { type DepartNode } from '#contracts/platform/departments/departments.nodes.ts'
import { NumberInput } from '../../../kit/form/number-input.tsx'
import { useConfirm } from '../../../kit/platform/confirm.tsx'
import { DictSelect } from '../../../kit/form/choices/dict-select.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { useEntry } from '../../../kit/form/use-entry.tsx'
import { parentsFor, type DepartLine } from './tree-lines.ts'
import { ChoiceInput } from '../../../kit/form/choices/choice-input.tsx'

interface Values {
  departName: string
  departNameEn: string | null
  departNameAbbr: string | null
  parentId: string | null
  orgCategory: string
  departOrder: number
  mobile: string | null
  fax: string | null
  address: string | null
  memo: string | null
  description: string | null
  status: string
}
const valuesOf = (from: Readonly<Record<string, unknown>>): Values =>
  ({
    departName: from.departName ?? '',
    departNameEn: from.departNameEn ?? null,
    departNameAbbr: from.departNameAbbr ?? null,
    parentId: from.parentId ?? null,
    orgCategory: from.orgCategory ?? null,
    departOrder: from.departOrder ?? 0,
    mobile: from.mobile ?? null,
    fax: from.fax ?? null,
    address: from.address ?? null,
    memo: from.memo ?? null,
    description: from.description ?? null,
    status: from.status ?? null,
  }) as Values
interface State {
  busy: boolean
  changed: boolean
}
interface Props {
  formId: string
  lines: readonly DepartLine[]
  row: DepartLine | null
  parentId: string | null
  readOnly?: boolean
  onState: (state: State) => void
  onSaved: (row: DepartNode) => void
}

/**
 * The fields of a department. Another parent means new codes for it and all below it: that is
 * asked first.
 */
export function DepartFields({
  formId,
  lines,
  row,
  parentId,
  readOnly = false,
  onState,
  onSaved,
}: Props) {
  const t = useT('departments')
  const confirm = useConfirm()
  const options = { ownRefusals: true }
  const add = useAction(departments.add, options)
  const edit = useAction(departments.edit, options)
  const entry = useEntry<Values>({
    draft: null,
    start: row
      ? valuesOf({ ...row })
      : valuesOf({ parentId, orgCategory: parentId ? '2' : '1', status: '1', departOrder: 0 }),
    version: row?.version,
    save: (values, version) => {
      const body = {
        ...values,
        parentId: values.parentId ?? null,
        departOrder: values.departOrder ?? 0,
      } as Parameters<typeof add.run>[0]
      return row ? edit.run({ ...body, id: row.id, version: Number(version) }) : add.run(body)
    },
    onSaved: (result) => onSaved(result as DepartNode),
    label: (path) => (path in valuesOf({}) ? t(path === 'parentId' ? 'parent' : path) : null),
    fields: Object.keys(valuesOf({})),
    show: (field, value) =>
      field === 'parentId'
        ? (lines.find((line) => line.id === value)?.title ?? '')
        : String(value ?? ''),
    valuesOf,
  })
  const { busy, changed, form } = entry
  useEffect(() => onState({ busy, changed }), [busy, changed, onState])

  /** Another parent means new codes for the department and all below it: that is asked first. */
  const mayMove = async () => {
    const to = form.getFieldsValue(true).parentId ?? null
    if (!row || to === row.parentId) return true
    const below = lines.filter((line) => line.parents.includes(row.id)).length
    const answer = await confirm({
      title: t('move', { name: row.title }),
      ok: t('moveOk'),
      content: <p>{t('moveNote', { count: below + 1 })}</p>,
    })
    return answer !== null
  }
  const line = (name: keyof Values, max: number, more: object = {}) => (
    <Form.Item name={name} label={t(name)} {...more}>
      <Input maxLength={max} autoComplete="off" />
    </Form.Item>
  )
  return (
    <Form<Values>
      {...entry.props}
      id={formId}
      disabled={readOnly || busy}
      onFinish={(values) => void mayMove().then((yes) => yes && entry.props.onFinish?.(values))}
      className="dep-form"
    >
      {entry.notes}
      {line('departName', 100, { rules: [{ required: true, message: t('field.required') }] })}
      {line('departNameEn', 100)}
      {line('departNameAbbr', 60)}
      <Form.Item name="parentId" label={t('parent')}>
        <ChoiceInput
          placeholder={t('top')}
          options={parentsFor(lines, row?.id ?? null).map((one) => ({
            value: one.id,
            label: `${'　'.repeat(one.level)}${one.title}`,
          }))}
        />
      </Form.Item>
      <Form.Item name="orgCategory" label={t('orgCategory')}>
        <DictSelect code="org_category" />
      </Form.Item>
      <Form.Item name="status" label={t('status')} extra={t('status.help')}>
        <DictSelect code="depart_status" />
      </Form.Item>
      {line('mobile', 40)}
      {line('fax', 40)}
      <Form.Item name="departOrder" label={t('departOrder')}>
        <NumberInput min={0} max={999_999} precision={0} className="py-wide" />
      </Form.Item>
      {line('address', 200, { className: 'dep-wide' })}
      <Form.Item name="memo" label={t('memo')} className="dep-wide">
        <Input.TextArea maxLength={500} autoSize={{ minRows: 2 }} />
      </Form.Item>
    </Form>
  )
}
