import { Button, Form, Input, Modal, Select, Switch } from 'antd'
import dayjs from 'dayjs'
import { useId, useState } from 'react'
import type { Out } from '#contracts/kit/endpoint.ts'
import { permissions } from '#contracts/platform/access/permissions.ts'
import { type PermissionRule } from '#contracts/platform/access/permissions.nodes.ts'
import { DictSelect } from '../../../kit/form/choices/dict-select.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { useApi } from '../../../kit/http/query.ts'
import { RefSelect } from '../../../kit/form/choices/ref-select.tsx'
import { useAction } from '../../../kit/http/use-action.ts'
import { useEntry } from '../../../kit/form/use-entry.tsx'
import { Segments } from '../../../kit/form/segments.tsx'
import type { MenuLine } from './menu-rows.ts'
import { ChoiceInput } from '../../../kit/form/choices/choice-input.tsx'
import { DateInput } from '../../../kit/form/date-input.tsx'

type RuleColumn = Out<typeof permissions.getRuleColumns>[number]
interface Values {
  ruleName: string
  ruleColumn: string
  ruleConditions: string
  ruleValue: string
  status: boolean
}

const valuesOf = (rule: PermissionRule | null): Values => ({
  ruleName: rule?.ruleName ?? '',
  ruleColumn: rule?.ruleColumn ?? '',
  ruleConditions: rule?.ruleConditions ?? '=',
  ruleValue: rule?.ruleValue ?? '',
  status: rule === null || rule.status === '1',
})

/**
 * One condition: a field of the screen's entity, how it is compared, and with what – a fixed value
 * or something of the user's own.
 */
export default function RuleForm({
  menu,
  rule,
  onClose,
}: {
  menu: MenuLine
  rule: PermissionRule | null
  onClose: () => void
}) {
  const t = useT('permissions')
  const words = useT('data-rules')
  const formId = useId()
  const columns = useApi(permissions.getRuleColumns, { permissionId: menu.id })
  const add = useAction(permissions.addPermissionRule, {
    ownRefusals: true,
  })
  const edit = useAction(permissions.editPermissionRule, {
    ownRefusals: true,
  })
  const [own, setOwn] = useState(rule?.ruleValue.startsWith('#{') ?? false)
  const entry = useEntry<Values>({
    draft: null,
    start: valuesOf(rule),
    version: rule?.version,
    save: (values, version) => {
      const body = { ...values, status: values.status ? ('1' as const) : ('0' as const) }
      return rule
        ? edit.run({ ...body, id: rule.id, version: Number(version) })
        : add.run({ ...body, permissionId: menu.id })
    },
    onSaved: onClose,
    label: (path) => (path in valuesOf(null) ? t(`rule.${path}`) : null),
    fields: ['ruleName', 'ruleColumn', 'ruleConditions', 'ruleValue'],
    valuesOf: (newer) => valuesOf(newer as unknown as PermissionRule),
  })
  const { form } = entry
  const name = Form.useWatch('ruleColumn', form) ?? rule?.ruleColumn
  const condition = Form.useWatch('ruleConditions', form) ?? rule?.ruleConditions ?? '='
  const column = columns.data?.find((one) => one.value === name)
  const entities = [...new Set(columns.data?.map((one) => one.entity))]

  const onChanged = (changed: Partial<Values>) => {
    if (changed.ruleColumn === undefined) return
    const next = columns.data?.find((one) => one.value === changed.ruleColumn)
    if (next && !next.operators.some((one) => one === form.getFieldValue('ruleConditions')))
      form.setFieldValue('ruleConditions', next.operators[0])
    if (own && next?.variables.length === 0) setOwn(false)
    form.setFieldValue('ruleValue', '')
  }
  const required = [{ required: true, message: t('field.required') }]
  const options = (entity: string) =>
    (columns.data ?? [])
      .filter((one) => one.entity === entity)
      .map(({ value, text }) => ({ value, label: text }))
  return (
    <Modal
      open
      title={rule ? t('rule.edit') : t('rule.new')}
      onCancel={onClose}
      destroyOnHidden
      footer={[
        <Button key="no" onClick={onClose}>
          {t('action.cancel')}
        </Button>,
        <Button key="ok" type="primary" htmlType="submit" form={formId} loading={entry.busy}>
          {t('action.save')}
        </Button>,
      ]}
    >
      <Form<Values>
        {...entry.props}
        id={formId}
        onValuesChange={(changed, all) => {
          entry.props.onValuesChange?.(changed, all)
          onChanged(changed)
        }}
      >
        {entry.notes}
        <Form.Item
          name="ruleName"
          label={t('rule.ruleName')}
          rules={required}
          extra={t('rule.ruleName.help')}
        >
          <Input maxLength={100} autoComplete="off" autoFocus />
        </Form.Item>
        <Form.Item name="ruleColumn" label={t('rule.ruleColumn')} rules={required}>
          <ChoiceInput
            clearable={false}
            loading={columns.isPending}
            options={entities.flatMap((entity) =>
              options(entity).map((one) => ({ ...one, note: entity })),
            )}
          />
        </Form.Item>
        <Form.Item name="ruleConditions" label={t('rule.ruleConditions')} rules={required}>
          <Select
            disabled={!column}
            options={(column?.operators ?? [condition]).map((value) => ({
              value,
              label: words(`op.${value}`),
            }))}
          />
        </Form.Item>
        {column && column.variables.length > 0 && (
          <Segments
            className="perm-kind"
            value={own ? 'own' : 'fixed'}
            onChange={(kind) => {
              setOwn(kind === 'own')
              form.setFieldValue('ruleValue', '')
            }}
            options={[
              { value: 'fixed', label: t('rule.fixed') },
              { value: 'own', label: t('rule.own') },
            ]}
          />
        )}
        <Form.Item
          name="ruleValue"
          label={t('rule.ruleValue')}
          rules={required}
          {...(column && condition === 'IN' && !column.dict && !column.ref
            ? { extra: t('rule.list') }
            : {})}
        >
          {own ? (
            <Select
              options={(column?.variables ?? []).map((one) => ({
                value: `#{${one}}`,
                label: words(`var.${one}`),
              }))}
            />
          ) : (
            <Value column={column} many={condition === 'IN'} />
          )}
        </Form.Item>
        <Form.Item name="status" label={t('rule.enabled')} valuePropName="checked">
          <Switch />
        </Form.Item>
      </Form>
    </Modal>
  )
}

/** The control for a field's value; several of them travel with commas. */
function Value({
  column,
  many,
  value = '',
  onChange,
  ...rest
}: {
  column: RuleColumn | undefined
  many: boolean
  id?: string
  value?: string
  onChange?: (value: string) => void
}) {
  const t = useT('permissions')
  const listed = many ? value.split(',').filter(Boolean) : value || null
  const send = (next: string | readonly string[] | null) =>
    onChange?.(Array.isArray(next) ? next.join(',') : typeof next === 'string' ? next : '')
  // What it is compared with depends on the field: what was typed before one is chosen would be
  // lost.
  if (!column) return <Input {...rest} value={value} disabled />
  if (column.dict)
    return <DictSelect {...rest} code={column.dict} many={many} value={listed} onChange={send} />
  if (column.ref)
    return <RefSelect {...rest} of={column.ref} many={many} value={listed} onChange={send} />
  if (column.type === 'bool')
    return (
      <Select
        {...rest}
        value={value || null}
        onChange={send}
        options={[
          { value: 'true', label: t('value.yes') },
          { value: 'false', label: t('value.no') },
        ]}
      />
    )
  if (['date', 'datetime'].includes(column.type) && !many)
    return (
      <DateInput
        {...rest}
        value={dayjs(value).isValid() && value ? dayjs(value) : null}
        onChange={(day) => onChange?.(day?.format('YYYY-MM-DD') ?? '')}
      />
    )
  return (
    <Input
      {...rest}
      value={value}
      onChange={(event) => onChange?.(event.target.value)}
      maxLength={500}
      autoComplete="off"
    />
  )
}
