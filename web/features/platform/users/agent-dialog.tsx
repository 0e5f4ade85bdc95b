import { Form, Modal, Switch } from 'antd'
import dayjs from 'dayjs'
import { useEffect, useId, useState } from 'react'
import type { Out } from '#contracts/kit/endpoint.ts'
import { users, type UserRow } from '#contracts/platform/people/users.calls.ts'
import { userAgents } from '#contracts/platform/people/users.agents.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { useApi } from '../../../kit/http/query.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { useEntry } from '../../../kit/form/use-entry.tsx'
import { useDebouncedValue } from '../../../kit/platform/use-timing.ts'
import { ChoiceInput } from '../../../kit/form/choices/choice-input.tsx'
import { DateInput } from '../../../kit/form/date-input.tsx'

interface Values {
  agentUserName: string | null
  from: dayjs.Dayjs | null
  until: dayjs.Dayjs | null
  on: boolean
}
const LABELS = {
  agentUserName: 'agent',
  from: 'agent.from',
  until: 'agent.until',
  on: 'agent.on',
} as const

type Agent = Out<typeof userAgents.queryByUserName>

/** A user's delegate, and from when until when. */
export default function AgentDialog({ of, onClose }: { of: UserRow; onClose: () => void }) {
  const t = useT('users')
  const formId = useId()
  const [busy, setBusy] = useState(false)
  const found = useApi(
    userAgents.queryByUserName,
    { userName: of.username },
    { staleTime: 0, quiet: true },
  )
  const none = found.error?.error === 'user.noAgent'
  return (
    <Modal
      open
      title={t('agent.title', { name: of.realname })}
      width={480}
      okText={t('action.save')}
      cancelText={t('action.cancel')}
      onCancel={onClose}
      okButtonProps={{ htmlType: 'submit', form: formId }}
      confirmLoading={busy}
      mask={{ closable: false }}
    >
      <p className="py-hint">{t('agent.note')}</p>
      {found.error && !none && <p role="alert">{found.error.message}</p>}
      {(found.data || none) && (
        <AgentForm
          formId={formId}
          of={of}
          now={found.data ?? null}
          onBusy={setBusy}
          onSaved={onClose}
        />
      )}
    </Modal>
  )
}

const day = (at: string | null | undefined) => (at ? dayjs(at) : null)
const valuesOf = (agent: Agent | null): Values => ({
  agentUserName: agent?.agentUserName ?? null,
  from: day(agent?.startTime),
  until: day(agent?.endTime),
  on: agent ? agent.status === '1' : true,
})

function AgentForm({
  formId,
  of,
  now,
  onBusy,
  onSaved,
}: {
  formId: string
  of: UserRow
  now: Agent | null
  onBusy: (busy: boolean) => void
  onSaved: () => void
}) {
  const t = useT('users')
  const options = { ownRefusals: true }
  const add = useAction(userAgents.add, options)
  const edit = useAction(userAgents.edit, options)
  const label = (path: string) => LABELS[path as keyof typeof LABELS] ?? null
  const entry = useEntry<Values>({
    draft: null,
    start: valuesOf(now),
    version: now?.version,
    save: ({ agentUserName, from, until, on }, version) => {
      const body = {
        userName: of.username,
        agentUserName: agentUserName ?? '',
        startTime: from?.startOf('day').toISOString() ?? null,
        endTime: until?.endOf('day').toISOString() ?? null,
        status: on ? ('1' as const) : ('0' as const),
      }
      return now ? edit.run({ ...body, id: now.id, version: Number(version) }) : add.run(body)
    },
    onSaved,
    label: (path) => {
      const key = label(path)
      return key === null ? null : t(key)
    },
    pathOf: (_, path) => (path === 'startTime' ? 'from' : path === 'endTime' ? 'until' : path),
    fields: Object.keys(LABELS),
    show: (_, value) => (dayjs.isDayjs(value) ? value.format('YYYY-MM-DD') : String(value ?? '')),
    valuesOf: (newer) => valuesOf(newer as unknown as Agent),
  })
  const { busy } = entry
  useEffect(() => onBusy(busy), [busy, onBusy])
  return (
    <Form<Values> {...entry.props} id={formId}>
      {entry.notes}
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
          <DateInput />
        </Form.Item>
        <Form.Item name="until" label={t('agent.until')}>
          <DateInput />
        </Form.Item>
      </div>
      <Form.Item name="on" label={t('agent.on')} valuePropName="checked">
        <Switch />
      </Form.Item>
    </Form>
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
    users.list,
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
    .map((row) => ({
      value: row.username,
      label: `${row.realname} (${row.username})`,
      names: [row.username, row.realname],
    }))
  if (value && !options.some((option) => option.value === value))
    options.unshift({ value, label: text ? `${text} (${value})` : value, names: [value] })
  return (
    <ChoiceInput
      {...rest}
      value={value ?? null}
      onChange={(next) => onChange?.(typeof next === 'string' ? next : null)}
      options={options}
      onTyped={setTyped}
      pending={typed.trim() !== word || found.isFetching}
      notFoundContent={t('empty.noMatch')}
    />
  )
}
