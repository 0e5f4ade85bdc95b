import { Button, Form, Input, Switch } from 'antd'
import {
  messageChannels,
  type ChannelStates,
  type WebhookSettings,
} from '#contracts/platform/messaging/message-channels.ts'
import { NOTIFY_EVENTS } from '#contracts/platform/messaging/notify-rules.ts'
import { ChoiceInput } from '../../../kit/form/choices/choice-input.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { useEntry } from '../../../kit/form/use-entry.tsx'
import { SecretField, TestSend } from './channel-parts.tsx'

type Values = WebhookSettings & { enabled: boolean; secret?: string }
const USUAL: WebhookSettings = { url: '', events: [] }

/** The tenant's own system, and what is posted to it. */
export function WebhookForm({ state }: { state: ChannelStates['webhook'] }) {
  const t = useT('message-channels')
  const events = useT('account')
  const save = useAction(messageChannels.saveWebhook, { ownRefusals: true })
  const send = ({ enabled, secret, ...settings }: Values, version: unknown, forget = false) =>
    save.run({
      settings,
      enabled,
      version: Number(version),
      ...(forget ? { secret: null } : secret ? { secret } : {}),
    })
  const entry = useEntry<Values>({
    name: 'webhook',
    draft: null,
    start: { ...USUAL, ...state.settings, enabled: state.enabled },
    version: state.version,
    save: (values, version) => send(values, version),
    onSaved: () => undefined,
    pathOf: (_, path) => path.replace(/^settings\./, ''),
    label: (path) => {
      const key = path.split('.')[0] ?? ''
      return key in USUAL ? t(`webhook.${key}`) : key === 'secret' ? t('key') : null
    },
  })
  return (
    <section className="msg-channel">
      <Form<Values> {...entry.props} className="msg-form" layout="vertical" autoComplete="off">
        <header>
          <h2>{t('webhook')}</h2>
          <Form.Item name="enabled" valuePropName="checked" noStyle>
            <Switch aria-label={t('enabled')} checkedChildren={t('enabled')} />
          </Form.Item>
        </header>
        {entry.notes}
        <Form.Item
          name="url"
          label={t('webhook.url')}
          rules={[{ required: true, message: t('field.required') }]}
        >
          <Input maxLength={500} placeholder="https://erp.example.com/hooks" autoComplete="off" />
        </Form.Item>
        <Form.Item name="events" label={t('webhook.events')} extra={t('webhook.events.help')}>
          <ChoiceInput
            many
            options={NOTIFY_EVENTS.map(({ event }) => ({
              value: event,
              label: events(`event.${event}`),
            }))}
          />
        </Form.Item>
        <SecretField
          label={t('key')}
          state={state.secret}
          onForget={() => void send(entry.form.getFieldsValue(true), state.version, true)}
        />
        <p className="msg-note">{t('webhook.signed')}</p>
        <div className="msg-foot">
          <TestSend channel="webhook" disabled={!state.settings || !state.enabled} />
          <Button type="primary" htmlType="submit" loading={entry.busy}>
            {t('save')}
          </Button>
        </div>
      </Form>
    </section>
  )
}
