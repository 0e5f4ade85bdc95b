import { Form, Input, InputNumber, Select } from 'antd'
import { useEffect, useState } from 'react'
import { departCalls } from '#contracts/platform/departments.ts'
import { type DepartNode } from '#contracts/platform/departments.nodes.ts'
import { useConfirm } from '../../../kit/platform/confirm.tsx'
import { DictSelect } from '../../../kit/form/dict-select.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { useUnsaved } from '../../../kit/form/unsaved.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { parentsFor, type DepartLine } from './tree-lines.ts'

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
interface State {
  busy: boolean
  changed: boolean
  error: string | null
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

/** The fields of a department. Another parent means new codes for it and all beneath it: that is asked first. */
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
  const [form] = Form.useForm<Values>()
  const options = { invalidates: ['/sys/sysDepart'], ownRefusals: true }
  const add = useAction(departCalls.add, options)
  const edit = useAction(departCalls.edit, options)
  const [changed, setChanged] = useState(false)
  const saved = useUnsaved(changed)
  const busy = add.busy || edit.busy
  const failure = add.error ?? edit.error
  const error = failure && failure.issues.length === 0 ? failure.message : null
  useEffect(() => onState({ busy, changed, error }), [busy, changed, error, onState])

  const send = async (values: Values) => {
    const body = {
      ...values,
      parentId: values.parentId ?? null,
      departOrder: values.departOrder ?? 0,
    } as Parameters<typeof add.run>[0]
    if (row && (values.parentId ?? null) !== row.parentId) {
      const below = lines.filter((line) => line.parents.includes(row.id)).length
      if (
        (await confirm({
          title: t('move', { name: row.title }),
          ok: t('moveOk'),
          content: <p>{t('moveNote', { count: below + 1 })}</p>,
        })) === null
      )
        return
    }
    const outcome = row
      ? await edit.run({ ...body, id: row.id, version: row.version })
      : await add.run(body)
    if (!outcome.ok)
      return form.setFields(
        outcome.error.issues.map((issue) => ({
          name: issue.path as keyof Values,
          errors: [issue.message],
        })),
      )
    saved()
    onSaved(outcome.result)
  }
  const line = (name: keyof Values, max: number, more: object = {}) => (
    <Form.Item name={name} label={t(name)} {...more}>
      <Input maxLength={max} autoComplete="off" />
    </Form.Item>
  )
  const initial: Partial<Values> = row
    ? { ...row }
    : { parentId, orgCategory: parentId ? '2' : '1', status: '1', departOrder: 0 }
  return (
    <Form<Values>
      form={form}
      id={formId}
      layout="vertical"
      disabled={readOnly}
      initialValues={initial}
      onFinish={(values) => void send(values)}
      onValuesChange={() => setChanged(true)}
      className="dep-form"
    >
      {line('departName', 100, { rules: [{ required: true, message: t('field.required') }] })}
      {line('departNameEn', 100)}
      {line('departNameAbbr', 60)}
      <Form.Item name="parentId" label={t('parent')}>
        <Select
          allowClear
          placeholder={t('top')}
          showSearch={{ optionFilterProp: 'label' }}
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
        <InputNumber min={0} max={999_999} precision={0} className="py-wide" />
      </Form.Item>
      {line('address', 200, { className: 'dep-wide' })}
      <Form.Item name="memo" label={t('memo')} className="dep-wide">
        <Input.TextArea maxLength={500} autoSize={{ minRows: 2 }} />
      </Form.Item>
    </Form>
  )
}
