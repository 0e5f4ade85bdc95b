import { Alert, Button, Form, Input, Switch } from 'antd'
import { useState } from 'react'
import {
  caseMailbox,
  type MailboxSettings,
  type MailboxState,
} from '#contracts/returns/cases/case-mail.ts'
import { NumberInput } from '../../../kit/form/number-input.tsx'
import { Segments } from '../../../kit/form/segments.tsx'
import { useEntry } from '../../../kit/form/use-entry.tsx'
import { BASE } from '../../../kit/http/api.ts'
import { useApi } from '../../../kit/http/query.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { CopyText, Moment } from '../../../kit/platform/cells.tsx'
import { ErrorNote } from '../../../kit/platform/empty.tsx'
import { PageHeader } from '../../../kit/platform/page-header.tsx'
import { DetailList } from '../../../kit/resource/detail-list.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { ParkedMails } from './parked-mails.tsx'
import './cases.css'

type Values = MailboxSettings & { enabled: boolean; password?: string; hookSecret?: string }
const USUAL: MailboxSettings = {
  address: '',
  host: '',
  port: 993,
  security: 'tls',
  user: '',
  folder: 'INBOX',
  checkedBy: '',
}
const PORT = { tls: 993, starttls: 143 } as const
const STATES = ['taken', 'machine', 'own', 'aside', 'new'] as const

/** Where answers to cases come in: a mailbox that is read, and an address mail servers call. */
export default function CaseMailbox({ title }: { title: string }) {
  const found = useApi(caseMailbox.settings, {}, { staleTime: 0 })
  const state = found.data
  return (
    <div>
      <PageHeader title={title} />
      {found.error && !state && (
        <ErrorNote error={found.error} retry={() => void found.refetch()} />
      )}
      {state && (
        <>
          <Facts state={state} />
          <ParkedMails />
          <MailboxForm key={state.version} state={state} />
        </>
      )}
    </div>
  )
}

function Facts({ state: now }: { state: MailboxState }) {
  const t = useT('case-mailbox')
  return (
    <>
      {now.lastError !== null && (
        <Alert type="error" showIcon title={t('failed')} description={now.lastError} />
      )}
      <DetailList
        items={[
          {
            key: 'lastOkAt',
            label: t('lastOkAt'),
            value: now.lastOkAt ? <Moment at={now.lastOkAt} /> : t('never'),
          },
          {
            key: 'hook',
            label: t('hook'),
            value: <CopyText text={`${window.origin}${BASE}${now.hookPath}`} />,
          },
          {
            key: 'mails',
            label: t('mails'),
            value: STATES.map((one) => `${t(`mails.${one}`)} ${now.mails[one] ?? 0}`).join(' · '),
          },
        ]}
      />
    </>
  )
}

function MailboxForm({ state }: { state: MailboxState }) {
  const t = useT('case-mailbox')
  const save = useAction(caseMailbox.save, { ownRefusals: true })
  const [polled, setPolled] = useState<{ ok: boolean; taken: number; detail: string } | null>(null)
  const poll = useAction(caseMailbox.poll, { success: false, onDone: setPolled })
  const entry = useEntry<Values>({
    draft: null,
    start: { ...USUAL, ...state.settings, enabled: state.enabled },
    version: state.version,
    save: ({ enabled, password, hookSecret, ...settings }, version) =>
      save.run({
        settings,
        enabled,
        version: Number(version),
        ...(password ? { password } : {}),
        ...(hookSecret ? { hookSecret } : {}),
      }),
    onSaved: () => undefined,
    pathOf: (_, path) => path.replace(/^settings\./, ''),
    label: (path) =>
      path in USUAL || path === 'password' || path === 'hookSecret' ? t(path) : null,
  })
  const secretNote = ({ set, last4 }: { set: boolean; last4: string }) =>
    set ? t('kept', { last4 }) : ''
  const required = [{ required: true, message: t('field.required') }]
  return (
    <Form<Values> {...entry.props} className="case-mailbox" layout="vertical" autoComplete="off">
      {entry.notes}
      <Form.Item name="enabled" valuePropName="checked" label={t('enabled')}>
        <Switch />
      </Form.Item>
      <Form.Item name="address" label={t('address')} extra={t('address.help')} rules={required}>
        <Input maxLength={200} inputMode="email" autoComplete="off" />
      </Form.Item>
      <Form.Item name="host" label={t('host')} extra={t('host.help')}>
        <Input maxLength={255} placeholder="imap.example.com" autoComplete="off" />
      </Form.Item>
      <Form.Item name="security" label={t('security')}>
        <Segments
          options={(['tls', 'starttls'] as const).map((value) => ({
            value,
            label: t(`security.${value}`),
          }))}
          onChange={(value) => entry.form.setFieldValue('port', PORT[value])}
        />
      </Form.Item>
      <Form.Item name="port" label={t('port')} rules={required}>
        <NumberInput min={1} max={65_535} controls={false} className="py-wide" />
      </Form.Item>
      <Form.Item name="user" label={t('user')}>
        <Input maxLength={200} autoComplete="off" />
      </Form.Item>
      <Form.Item name="password" label={t('password')} extra={secretNote(state.password)}>
        <Input.Password autoComplete="new-password" maxLength={500} visibilityToggle={false} />
      </Form.Item>
      <Form.Item name="folder" label={t('folder')}>
        <Input maxLength={100} autoComplete="off" />
      </Form.Item>
      <Form.Item name="checkedBy" label={t('checkedBy')} extra={t('checkedBy.help')}>
        <Input maxLength={200} placeholder="mx.example.com" autoComplete="off" />
      </Form.Item>
      <Form.Item
        name="hookSecret"
        label={t('hookSecret')}
        extra={[t('hookSecret.help'), secretNote(state.hookSecret)].filter(Boolean).join(' ')}
      >
        <Input.Password autoComplete="new-password" maxLength={200} visibilityToggle={false} />
      </Form.Item>
      <p className="ret-buttons">
        <Button type="primary" htmlType="submit" loading={entry.busy}>
          {t('save')}
        </Button>
        <Button
          disabled={!state.enabled || !state.settings?.host}
          loading={poll.busy}
          onClick={() => void poll.run({})}
        >
          {t('poll')}
        </Button>
      </p>
      {polled && (
        <Alert
          type={polled.ok ? 'success' : 'error'}
          showIcon
          title={polled.ok ? t('poll.done', { taken: polled.taken }) : t('failed')}
          description={polled.detail}
        />
      )}
    </Form>
  )
}
