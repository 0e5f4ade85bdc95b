import { SearchOutlined } from '@ant-design/icons'
import { Button, Drawer, Form, Input, Skeleton, Switch } from 'antd'
import { onlineReportList, onlineReports } from '#contracts/insight/online-reports.ts'
import type { In } from '#contracts/kit/endpoint.ts'
import type { RowOf } from '#contracts/kit/entity.ts'
import { ChoiceInput } from '../../../kit/form/choices/choice-input.tsx'
import { DictSelect } from '../../../kit/form/choices/dict-select.tsx'
import { RefSelect } from '../../../kit/form/choices/ref-select.tsx'
import { EntryDrawer } from '../../../kit/form/dialog/entry-drawer.tsx'
import { useEntry } from '../../../kit/form/use-entry.tsx'
import { useApi } from '../../../kit/http/query.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { ErrorNote } from '../../../kit/platform/empty.tsx'
import { useCan } from '../../../kit/session/permissions.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import {
  blankItem,
  itemLine,
  itemOf,
  mergedLines,
  paramLine,
  paramOf,
  type ItemLine,
  type ParamLine,
} from './report-lines.ts'
import { Items, Params, Views } from './report-grids.tsx'
import './reports.css'

type Head = In<typeof onlineReports.add>['head']
type Values = Head & { items: readonly ItemLine[]; params: readonly ParamLine[] }
type Row = RowOf<typeof onlineReportList>

const HEAD = [
  'code',
  'name',
  'nameEn',
  'cgrSql',
  'sourceId',
  'perm',
  'inMenu',
  'chart',
  'chartX',
  'chartY',
  'cron',
  'timeZone',
  'receivers',
  'content',
] as const
const NEW: Values = {
  code: '',
  name: '',
  nameEn: null,
  cgrSql: '',
  sourceId: null,
  perm: 'sys:report:run',
  inMenu: false,
  chart: 'none',
  chartX: null,
  chartY: null,
  cron: null,
  timeZone: 'UTC',
  receivers: null,
  content: null,
  items: [],
  params: [],
}

interface FormProps {
  id: string | null
  onClose: () => void
}

/** A report with its statement, columns, parameters, chart and schedule. */
export default function ReportForm({ id, onClose }: FormProps) {
  const t = useT('online-reports')
  const own = { enabled: id !== null, staleTime: 0 }
  const row = useApi(onlineReportList.endpoints.queryById, { id: id ?? '' }, own)
  const items = useApi(onlineReports.items, { headId: id ?? '' }, own)
  const params = useApi(onlineReports.params, { headId: id ?? '' }, own)
  const failed = [row, items, params].find(({ error }) => error)
  const found = row.data as Row | undefined
  const start =
    id === null
      ? { ...NEW, version: 0 }
      : found && items.data && params.data
        ? {
            ...(Object.fromEntries(HEAD.map((key) => [key, found[key] ?? NEW[key]])) as Head),
            items: items.data.map(itemLine),
            params: params.data.map(paramLine),
            version: found.version,
          }
        : null
  return start ? (
    <Fields id={id} start={start} onClose={onClose} />
  ) : (
    <Drawer open size={960} onClose={onClose} rootClassName="py-drawer" title={t('form.edit')}>
      {failed?.error ? (
        <ErrorNote error={failed.error} retry={() => void failed.refetch()} />
      ) : (
        <Skeleton active />
      )}
    </Drawer>
  )
}

function Fields({ id, start, onClose }: FormProps & { start: Values & { version: number } }) {
  const t = useT('online-reports')
  const add = useAction(onlineReports.add, { ownRefusals: true })
  const edit = useAction(onlineReports.editAll, { ownRefusals: true })
  const find = useAction(onlineReports.parseSql)
  const sources = useCan('sys:ds:list')
  const { version, ...values } = start
  const entry = useEntry<Values>({
    draft: `reports:${id ?? 'new'}`,
    start: values,
    version,
    save: ({ items, params, ...head }, seen) => {
      const body = { items: items.map(itemOf), params: params.map(paramOf) }
      return id === null
        ? add.run({ head, ...body })
        : edit.run({ head: { ...head, id, version: Number(seen) }, ...body })
    },
    onSaved: onClose,
    label: (path) => labelOf(path, t),
    pathOf: (_, path) => path.replace(/^head\./, ''),
  })
  const chart = Form.useWatch('chart', entry.form) ?? start.chart
  const items = Form.useWatch('items', entry.form) ?? start.items
  const required = [{ required: true, message: t('field.required') }]
  const columns = items.map(({ fieldName }) => ({ value: fieldName, label: fieldName }))

  const findColumns = async () => {
    const { cgrSql, sourceId } = entry.form.getFieldsValue(true) as Values
    const found = await find.run({ sql: cgrSql, ...(sourceId ? { dbKey: sourceId } : {}) })
    if (!found.ok) return
    entry.edit((now) => ({
      ...now,
      items: mergedLines(
        now.items,
        found.result.fields.map((field) => ({
          ...blankItem(),
          ...field,
          orderNum: '',
          isShow: '1',
        })),
        'fieldName',
      ),
      params: mergedLines(now.params, found.result.params.map(paramLine), 'paramName'),
    }))
  }
  return (
    <EntryDrawer
      entry={entry}
      title={t(id === null ? 'form.new' : 'form.edit')}
      size={960}
      onClose={onClose}
    >
      <Form.Item name="code" label={t('code')} rules={required}>
        <Input maxLength={64} />
      </Form.Item>
      <Form.Item name="name" label={t('name')} rules={required}>
        <Input maxLength={100} />
      </Form.Item>
      <Form.Item name="nameEn" label={t('nameEn')}>
        <Input maxLength={100} />
      </Form.Item>
      <Form.Item name="perm" label={t('perm')} extra={t('perm.help')}>
        <Input maxLength={64} />
      </Form.Item>
      {sources && (
        <Form.Item name="sourceId" label={t('sourceId')}>
          <RefSelect of="data-sources" />
        </Form.Item>
      )}
      <Form.Item name="inMenu" label={t('inMenu')} valuePropName="checked">
        <Switch />
      </Form.Item>
      <Form.Item name="cgrSql" label={t('cgrSql')} rules={required} className="py-form-wide">
        <Input.TextArea
          className="rep-sql"
          spellCheck={false}
          maxLength={20_000}
          autoSize={{ minRows: 6, maxRows: 18 }}
        />
      </Form.Item>
      <div className="py-form-wide rep-tools">
        <Button icon={<SearchOutlined />} loading={find.busy} onClick={() => void findColumns()}>
          {t('find')}
        </Button>
        <span className="py-hint">{t('params.note')}</span>
      </div>
      <Views />
      <Form.Item name="items" noStyle>
        <Items
          issues={entry.issues}
          onEdit={(next) => entry.edit((now) => ({ ...now, items: next }), 'items')}
        />
      </Form.Item>
      <Form.Item name="params" noStyle>
        <Params
          issues={entry.issues}
          onEdit={(next) => entry.edit((now) => ({ ...now, params: next }), 'params')}
        />
      </Form.Item>
      <h3 className="py-form-wide">{t('part.mail')}</h3>
      <Form.Item name="chart" label={t('chart')}>
        <DictSelect code="report_chart" />
      </Form.Item>
      {chart !== 'none' && (
        <>
          <Form.Item name="chartX" label={t('chartX')} rules={required}>
            <ChoiceInput options={columns} />
          </Form.Item>
          <Form.Item name="chartY" label={t('chartY')} rules={required}>
            <ChoiceInput options={columns} />
          </Form.Item>
        </>
      )}
      <Form.Item name="cron" label={t('cron')} extra={t('cron.help')}>
        <Input maxLength={100} />
      </Form.Item>
      <Form.Item name="timeZone" label={t('timeZone')}>
        <ChoiceInput
          clearable={false}
          options={['UTC', ...Intl.supportedValuesOf('timeZone')].map((value) => ({
            value,
            label: value,
          }))}
        />
      </Form.Item>
      <Form.Item
        name="receivers"
        label={t('receivers')}
        extra={t('receivers.help')}
        className="py-form-wide"
      >
        <Input.TextArea maxLength={1000} autoSize={{ minRows: 1, maxRows: 4 }} />
      </Form.Item>
      <Form.Item name="content" label={t('content')} className="py-form-wide">
        <Input.TextArea maxLength={500} autoSize={{ minRows: 1, maxRows: 4 }} />
      </Form.Item>
    </EntryDrawer>
  )
}

type T = ReturnType<typeof useT>
function labelOf(path: string, t: T): string | null {
  const [part = '', , field] = path.split('.')
  if (part === 'items' || part === 'params')
    return field && t.has(field)
      ? `${t(part === 'items' ? 'columns' : 'params')}: ${t(field)}`
      : t(part === 'items' ? 'columns' : 'params')
  const own = path.replace(/^head\./, '')
  return HEAD.some((key) => key === own) ? t(own) : null
}
