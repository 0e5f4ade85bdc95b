import { Drawer, Form, Input, Select, Skeleton, Switch } from 'antd'
import { NumberInput } from '../../../kit/form/number-input.tsx'
import type { Out } from '#contracts/kit/endpoint.ts'
import {
  scheduledJobList,
  scheduledJobs,
  type JobParam,
} from '#contracts/platform/operations/scheduled-jobs.ts'
import { ErrorNote } from '../../../kit/platform/empty.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { useApi } from '../../../kit/http/query.ts'
import { isObject } from '../../../kit/text/storage.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { EntryDrawer } from '../../../kit/form/dialog/entry-drawer.tsx'
import { useEntry } from '../../../kit/form/use-entry.tsx'
import { CronInput } from './cron-input.tsx'
import { ChoiceInput } from '../../../kit/form/choices/choice-input.tsx'
import './jobs.css'

type Types = Out<typeof scheduledJobs.types>
interface Values {
  jobClassName: string
  cronExpression: string
  timeZone: string
  description: string
  running: boolean
  params: Record<string, unknown>
}
type Start = Values & { version: number }
interface FormProps {
  id: string | null
  types: Types
  onClose: () => void
}

const ownZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'
const ZONES = () =>
  [...new Set(['UTC', ownZone(), ...Intl.supportedValuesOf('timeZone')])].map((value) => ({
    value,
    label: value,
  }))

/** When a kind of work is done, and with what parameters. */
export default function JobForm({ id, types, onClose }: FormProps) {
  const t = useT('scheduled-jobs')
  const found = useApi(
    scheduledJobs.queryById,
    { id: id ?? '' },
    { enabled: id !== null, staleTime: 0 },
  )
  const row = found.data
  const first = types[0]
  const start: Start | null =
    id === null
      ? first
        ? {
            jobClassName: first.jobClassName,
            cronExpression: '0 30 3 * * ?',
            timeZone: ownZone(),
            description: '',
            running: true,
            params: initialOf(first.params),
            version: 0,
          }
        : null
      : row
        ? {
            jobClassName: String(row.jobClassName),
            cronExpression: String(row.cronExpression),
            timeZone: String(row.timeZone),
            description: String(row.description ?? ''),
            running: row.status === '0',
            params: paramsOf(String(row.parameter ?? '')),
            version: Number(row.version),
          }
        : null
  return start ? (
    <Fields id={id} start={start} types={types} onClose={onClose} />
  ) : (
    <Drawer open size={640} onClose={onClose} rootClassName="py-drawer" title={t('form.edit')}>
      {found.isError ? (
        <ErrorNote error={found.error} retry={() => void found.refetch()} />
      ) : (
        <Skeleton active />
      )}
    </Drawer>
  )
}

function Fields({ id, start, types, onClose }: FormProps & { start: Start }) {
  const t = useT('scheduled-jobs')
  const add = useAction(scheduledJobs.add, { ownRefusals: true })
  const edit = useAction(scheduledJobs.edit, { ownRefusals: true })
  const params = (name: string) => types.find((type) => type.jobClassName === name)?.params ?? []
  const entry = useEntry<Values>({
    draft: null,
    start,
    version: start.version,
    save: ({ running, params: given, ...values }, version) => {
      const body = {
        ...values,
        status: running ? ('0' as const) : ('-1' as const),
        parameter: JSON.stringify(
          Object.fromEntries(
            params(values.jobClassName).map(({ name }) => [name, given?.[name] ?? null]),
          ),
        ),
      }
      return id === null ? add.run(body) : edit.run({ ...body, id, version: Number(version) })
    },
    onSaved: onClose,
    label: (path) =>
      path.startsWith('parameter.')
        ? (types.flatMap((type) => type.params).find(({ name }) => path.endsWith(`.${name}`))
            ?.label ?? t('parameter'))
        : path in scheduledJobList.fields
          ? t(path)
          : null,
  })
  const chosen = Form.useWatch('jobClassName', entry.form) ?? start.jobClassName
  const zone = Form.useWatch('timeZone', entry.form) ?? start.timeZone
  const type = types.find((one) => one.jobClassName === chosen)
  const required = [{ required: true, message: t('field.required') }]
  return (
    <EntryDrawer entry={entry} title={t(id === null ? 'form.new' : 'form.edit')} onClose={onClose}>
      <Form.Item
        name="jobClassName"
        label={t('jobClassName')}
        rules={required}
        className="py-form-wide"
      >
        <Select
          options={types.map(({ jobClassName, name }) => ({
            value: jobClassName,
            label: `${name} (${jobClassName})`,
          }))}
          onChange={(name: string) => entry.form.setFieldValue('params', initialOf(params(name)))}
        />
      </Form.Item>
      {type && (
        <p className="job-help py-form-wide">
          {type.help} {t(`reach.${type.reach}`)}
        </p>
      )}
      <Form.Item
        name="cronExpression"
        label={t('cronExpression')}
        rules={required}
        className="py-form-wide"
        extra={t('cron.help')}
      >
        <CronInput zone={zone} />
      </Form.Item>
      <Form.Item name="timeZone" label={t('timeZone')}>
        <ChoiceInput clearable={false} options={ZONES()} />
      </Form.Item>
      <Form.Item name="running" label={t('status')} valuePropName="checked">
        <Switch />
      </Form.Item>
      {type?.params.map((param) => (
        <ParamItem key={`${chosen}.${param.name}`} param={param} />
      ))}
      <Form.Item name="description" label={t('description')} className="py-form-wide">
        <Input.TextArea maxLength={500} autoSize={{ minRows: 1, maxRows: 4 }} />
      </Form.Item>
    </EntryDrawer>
  )
}

function ParamItem({ param }: { param: JobParam }) {
  const range = {
    ...(param.min === null ? {} : { min: param.min }),
    ...(param.max === null ? {} : { max: param.max }),
  }
  return (
    <Form.Item
      name={['params', param.name]}
      label={param.label}
      valuePropName={param.type === 'bool' ? 'checked' : 'value'}
    >
      {param.type === 'int' ? (
        <NumberInput {...range} precision={0} className="py-wide" />
      ) : param.type === 'bool' ? (
        <Switch />
      ) : (
        <Input maxLength={500} />
      )}
    </Form.Item>
  )
}

const initialOf = (params: readonly JobParam[]): Record<string, unknown> =>
  Object.fromEntries(params.map(({ name, initial }) => [name, initial]))

function paramsOf(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text || '{}')
    return isObject(value) ? value : {}
  } catch {
    return {}
  }
}
