import { Button, Form, Input, Select, Switch } from 'antd'
import {
  messageChannels,
  SMTP_SECURITY,
  type ChannelStates,
  type EmailSettings,
} from '#contracts/platform/messaging/message-channels.ts'
import { NumberInput } from '../../../kit/form/number-input.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { useEntry } from '../../../kit/form/use-entry.tsx'
import { SecretField, TestSend } from './channel-parts.tsx'

type Values = EmailSettings & { enabled: boolean; secret?: string }
const USUAL: EmailSettings = {
  host: '',
  port: 465,
  security: 'tls',
  user: '',
  fromAddress: '',
  fromName: '',
}
const PORT = { tls: 465, starttls: 587, none: 25 } as const

/** The tenant's mail server. */
export function EmailForm({ state }: { state: ChannelStates['email'] }) {
  const t = useT('message-channels')
  const save = useAction(messageChannels.saveEmail, {
    ownRefusals: true,
  })
  const send = ({ enabled, secret, ...settings }: Values, version: unknown, forget = false) =>
    save.run({
      settings,
      enabled,
      version: Number(version),
      ...(forget ? { secret: null } : secret ? { secret } : {}),
    })
  const entry = useEntry<Values>({
    name: 'email',
    draft: null,
    start: { ...USUAL, ...state.settings, enabled: state.enabled },
    version: state.version,
    save: (values, version) => send(values, version),
    onSaved: () => undefined,
    pathOf: (_, path) => path.replace(/^settings\./, ''),
    label: (path) => {
      if (path === 'secret') return t('password')
      return path in USUAL ? t(path) : null
    },
  })
  const required = [{ required: true, message: t('field.required') }]
  return (
    <section className="msg-channel">
      <Form<Values> {...entry.props} className="msg-form" layout="vertical" autoComplete="off">
        <header>
          <h2>{t('email')}</h2>
          <Form.Item name="enabled" valuePropName="checked" noStyle>
            <Switch aria-label={t('enabled')} checkedChildren={t('enabled')} />
          </Form.Item>
        </header>
        {!state.settings && <p className="msg-note">{t(state.house ? 'house' : 'houseNone')}</p>}
        {entry.notes}
        <Form.Item name="host" label={t('host')} rules={required}>
          <Input maxLength={255} placeholder="smtp.example.com" autoComplete="off" />
        </Form.Item>
        <div className="msg-row">
          <Form.Item name="security" label={t('security')}>
            <Select
              options={SMTP_SECURITY.map((value) => ({ value, label: t(`security.${value}`) }))}
              onChange={(value: keyof typeof PORT) => entry.form.setFieldValue('port', PORT[value])}
            />
          </Form.Item>
          <Form.Item name="port" label={t('port')} rules={required}>
            <NumberInput min={1} max={65_535} controls={false} className="py-wide" />
          </Form.Item>
          <Form.Item name="user" label={t('user')}>
            <Input maxLength={200} autoComplete="off" />
          </Form.Item>
          <SecretField
            label={t('password')}
            state={state.secret}
            onForget={() => void send(entry.form.getFieldsValue(true), state.version, true)}
          />
          <Form.Item name="fromAddress" label={t('fromAddress')} rules={required}>
            <Input maxLength={200} inputMode="email" autoComplete="off" />
          </Form.Item>
          <Form.Item name="fromName" label={t('fromName')}>
            <Input maxLength={100} autoComplete="off" />
          </Form.Item>
        </div>
        <div className="msg-foot">
          <TestSend
            channel="email"
            disabled={(!state.settings || !state.enabled) && !state.house}
          />
          <Button type="primary" htmlType="submit" loading={entry.busy}>
            {t('save')}
          </Button>
        </div>
      </Form>
    </section>
  )
}
