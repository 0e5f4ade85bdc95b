import { Checkbox, Form, Input, Radio, Select } from 'antd'
import { permissions } from '#contracts/platform/access/permissions.ts'
import { NumberInput } from '../../../kit/form/number-input.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { useApi } from '../../../kit/http/query.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { EntryDrawer } from '../../../kit/form/dialog/entry-drawer.tsx'
import { useEntry } from '../../../kit/form/use-entry.tsx'
import { useDebouncedValue } from '../../../kit/platform/use-timing.ts'
import { IconPicker } from './icon-picker.tsx'
import { parentsFor, type MenuLine } from './menu-rows.ts'
import { ChoiceInput } from '../../../kit/form/choices/choice-input.tsx'

interface Values {
  menuType: 0 | 1 | 2
  name: string
  nameEn: string | null
  parentId: string | null
  url: string | null
  component: string | null
  componentName: string | null
  redirect: string | null
  icon: string | null
  perms: string | null
  permsType: string
  status: string
  sortNo: number
  description: string | null
  flags: string[]
}
const FLAGS = ['hidden', 'keepAlive', 'alwaysShow', 'internalOrExternal', 'route'] as const

/**
 * An entry of the menu or a button. A button has a code and nothing to show; a menu has an address
 * and a component.
 */
export default function MenuForm({
  lines,
  row,
  parent,
  onClose,
}: {
  lines: readonly MenuLine[]
  row: MenuLine | null
  parent: MenuLine | null
  onClose: () => void
}) {
  const t = useT('permissions')
  const add = useAction(permissions.add, { ownRefusals: true })
  const edit = useAction(permissions.edit, { ownRefusals: true })
  const start: Values = {
    menuType: (row?.menuType ??
      (parent ? (parent.component?.startsWith('layouts/') ? 1 : 2) : 0)) as Values['menuType'],
    name: row?.name ?? '',
    nameEn: row?.nameEn ?? null,
    parentId: row ? row.parentId : (parent?.id ?? null),
    url: row?.url ?? null,
    component: row?.component ?? null,
    componentName: row?.componentName ?? null,
    redirect: row?.redirect ?? null,
    icon: row?.icon ?? null,
    perms: row?.perms ?? null,
    permsType: row?.permsType ?? '1',
    status: row?.status ?? '1',
    sortNo: row?.sortNo ?? 1,
    description: row?.description ?? null,
    flags: FLAGS.filter((flag) => (row ? row[flag] : flag === 'route')),
  }
  const entry = useEntry<Values>({
    draft: `menu:${row?.id ?? `new:${parent?.id ?? ''}`}`,
    start,
    version: row?.version,
    save: ({ flags, ...values }, version) => {
      const body = {
        ...values,
        permsType: values.permsType as '1',
        status: values.status as '1',
        sortNo: values.sortNo ?? 1,
        ...(Object.fromEntries(FLAGS.map((flag) => [flag, flags.includes(flag)])) as Record<
          (typeof FLAGS)[number],
          boolean
        >),
      }
      return row ? edit.run({ ...body, id: row.id, version: Number(version) }) : add.run(body)
    },
    onSaved: onClose,
    label: (path) => (path in start ? t(`menu.${path}`) : null),
    fields: Object.keys(start).filter((field) => field !== 'flags'),
    valuesOf: (newer) => ({
      ...start,
      ...Object.fromEntries(Object.keys(start).map((key) => [key, newer[key] ?? null])),
      flags: FLAGS.filter((flag) => newer[flag] === true),
    }),
  })
  const { form } = entry
  const type = Form.useWatch('menuType', form) ?? row?.menuType ?? (parent ? 1 : 0)
  const perms = useDebouncedValue((Form.useWatch('perms', form) ?? '').trim())
  const free = useApi(
    permissions.checkPerms,
    { perms, ...(row ? { id: row.id } : {}) },
    { enabled: perms !== '' && perms !== row?.perms, quiet: true },
  )
  const taken = perms !== '' && perms !== row?.perms && free.data === false
  const choices = parentsFor(lines, row?.id ?? null).map((line) => ({
    value: line.id,
    label: `${'　'.repeat(line.level)}${line.title}`,
  }))
  const text = (name: keyof Values, max: number, more: object = {}) => (
    <Form.Item name={name} label={t(`menu.${name}`)} {...more}>
      <Input maxLength={max} autoComplete="off" />
    </Form.Item>
  )
  return (
    <EntryDrawer
      entry={entry}
      title={row ? t('menu.edit', { name: row.title }) : t('menu.new')}
      size={720}
      className="perm-form"
      onClose={onClose}
    >
      <Form.Item name="menuType" label={t('menu.menuType')} className="perm-wide">
        <Radio.Group
          optionType="button"
          disabled={row?.builtIn ?? false}
          options={([0, 1, 2] as const).map((value) => ({
            value,
            label: t(`menu.type${value}`),
          }))}
        />
      </Form.Item>
      {text('name', 100, { rules: [{ required: true, message: t('field.required') }] })}
      {text('nameEn', 100)}
      {type !== 0 && (
        <Form.Item
          name="parentId"
          label={t('menu.parentId')}
          rules={[{ required: true, message: t('field.required') }]}
          className="perm-wide"
        >
          <ChoiceInput clearable={false} options={choices} />
        </Form.Item>
      )}
      {type !== 2 &&
        text('url', 500, {
          extra: t('menu.url.help'),
          rules: [{ required: true, message: t('field.required') }],
        })}
      {type !== 2 && text('component', 200, { extra: t('menu.component.help') })}
      <Form.Item
        name="perms"
        label={t('menu.perms')}
        extra={t(type === 2 ? 'menu.perms.help' : 'menu.perms.helpMenu')}
        {...(taken
          ? { validateStatus: 'error' as const, help: t('error.permission.codeTaken') }
          : {})}
        rules={type === 2 ? [{ required: true, message: t('field.required') }] : []}
      >
        <Input
          maxLength={100}
          autoComplete="off"
          disabled={(row?.builtIn ?? false) && row?.perms !== null}
        />
      </Form.Item>
      {type === 2 && (
        <Form.Item name="permsType" label={t('menu.permsType')} extra={t('menu.permsType.help')}>
          <Select
            options={['1', '2'].map((value) => ({ value, label: t(`menu.permsType${value}`) }))}
          />
        </Form.Item>
      )}
      <Form.Item
        name="status"
        label={t('menu.status')}
        {...(type === 2 ? { extra: t('menu.status.help') } : {})}
      >
        <Select options={['1', '0'].map((value) => ({ value, label: t(`menu.status${value}`) }))} />
      </Form.Item>
      <Form.Item name="sortNo" label={t('menu.sortNo')}>
        <NumberInput min={0} max={999_999} className="py-wide" />
      </Form.Item>
      {type !== 2 && (
        <Form.Item name="icon" label={t('menu.icon')}>
          <IconPicker />
        </Form.Item>
      )}
      {type === 0 && text('redirect', 300)}
      {type !== 2 && text('componentName', 100)}
      {type !== 2 && (
        <Form.Item name="flags" label={t('menu.flags')} className="perm-wide">
          <Checkbox.Group
            options={FLAGS.map((value) => ({
              value,
              label: t(`menu.${value === 'internalOrExternal' ? 'externalLong' : value}`),
            }))}
          />
        </Form.Item>
      )}
      <Form.Item name="description" label={t('menu.description')} className="perm-wide">
        <Input.TextArea maxLength={300} autoSize={{ minRows: 2 }} />
      </Form.Item>
    </EntryDrawer>
  )
}
