import { DatePicker, Form, Modal, Select, Switch } from 'antd'
import dayjs from 'dayjs'
import { useState } from 'react'
import { userCalls, type UserRow } from '#contracts/platform/users.calls.ts'
import { userAgents } from '#contracts/platform/users.agents.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { useApi } from '../../../kit/http/query.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { useDebouncedValue } from '../../../kit/platform/use-timing.ts'

interface Values {
  agentUserName: string | null
  from: dayjs.Dayjs | null
  until: dayjs.Dayjs | null
  on: boolean
}

/** Who stands in for somebody, and from when until when. */
export default function AgentDialog({ of, onClose }: { of: UserRow; onClose: () => void }) {
  const t = useT('users')
  const found = useApi(userAgents.queryByUserName, { userName: of.username }, { staleTime: 0 })
  const add = useAction(userAgents.add, { invalidates: ['/sys/sysUserAgent', '/sys/user'] })
  const edit = useAction(userAgents.edit, { invalidates: ['/sys/sysUserAgent', '/sys/user'] })
  const [form] = Form.useForm<Values>()
  const now = found.data
  const day = (at: string | null | undefined) => (at ? dayjs(at) : null)
  const save = async ({ agentUserName, from, until, on }: Values) => {
    const body = {
      userName: of.username,
      agentUserName: agentUserName ?? '',
      startTime: from?.startOf('day').toISOString() ?? null,
      endTime: until?.endOf('day').toISOString() ?? null,
      status: on ? ('1' as const) : ('0' as const),
    }
    const done = now
      ? await edit.run({ ...body, id: now.id, version: now.version })
      : await add.run(body)
    if (done.ok) onClose()
  }
  return (
    <Modal
      open
      title={t('agent.title', { name: of.realname })}
      width={480}
      okText={t('action.save')}
      cancelText={t('action.cancel')}
      onCancel={onClose}
      onOk={() => form.submit()}
      confirmLoading={add.busy || edit.busy}
      mask={{ closable: false }}
    >
      <p className="py-hint">{t('agent.note')}</p>
      {!found.isPending && (
        <Form<Values>
          form={form}
          layout="vertical"
          requiredMark
          onFinish={(values) => void save(values)}
          initialValues={{
            agentUserName: now?.agentUserName ?? null,
            from: day(now?.startTime),
            until: day(now?.endTime),
            on: now ? now.status === '1' : true,
          }}
        >
          <Form.Item
            name="agentUserName"
            label={t('agent')}
            required
            rules={[{ required: true, message: t('field.required') }]}
          >
            <Colleague besides={of.username} text={now?.agentRealname ?? null} />
          </Form.Item>
          <div className="usr-dates">
            <Form.Item name="from" label={t('agent.from')} extra={t('agent.spanHelp')}>
              <DatePicker className="py-wide" />
            </Form.Item>
            <Form.Item name="until" label={t('agent.until')}>
              <DatePicker className="py-wide" />
            </Form.Item>
          </div>
          <Form.Item name="on" label={t('agent.on')} valuePropName="checked">
            <Switch />
          </Form.Item>
        </Form>
      )}
    </Modal>
  )
}

/** A colleague by name or sign-in name; the value is the sign-in name. */
function Colleague({
  besides,
  text,
  value,
  onChange,
  ...rest
}: {
  besides: string
  text: string | null
  id?: string
  value?: string | null
  onChange?: (value: string | null) => void
}) {
  const t = useT('users')
  const [typed, setTyped] = useState('')
  const word = useDebouncedValue(typed.trim())
  const found = useApi(
    userCalls.list,
    {
      kind: 'staff',
      pageSize: '20',
      column: 'realname',
      order: 'asc',
      ...(word
        ? {
            superQueryMatchType: 'or',
            superQueryParams: encodeURIComponent(
              JSON.stringify(
                ['realname', 'username', 'workNo'].map((field) => ({
                  field,
                  rule: 'like',
                  val: word,
                })),
              ),
            ),
          }
        : {}),
    } as never,
    { keepPrevious: true, quiet: true },
  )
  const options = (found.data?.records ?? [])
    .filter((row) => row.username !== besides)
    .map((row) => ({ value: row.username, label: `${row.realname} (${row.username})` }))
  if (value && !options.some((option) => option.value === value))
    options.unshift({ value, label: text ? `${text} (${value})` : value })
  return (
    <Select<string>
      {...rest}
      allowClear
      value={value ?? null}
      onChange={(next) => onChange?.(next ?? null)}
      options={options}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      notFoundContent={t('empty.noMatch')}
    />
  )
}
