import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Form, Input, Select, Switch } from 'antd'
import {
  messageChannels,
  SIGNATURES,
  type ChannelStates,
  type SmsGiven,
} from '#contracts/platform/messaging/message-channels.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { useEntry } from '../../../kit/form/use-entry.tsx'
import { SecretField, TestSend } from './channel-parts.tsx'

type Values = SmsGiven & { enabled: boolean; secret?: string }
const USUAL: SmsGiven = {
  url: '',
  method: 'POST',
  bodyType: 'json',
  body: '{"to":"{{to}}","text":"{{text}}"}',
  headers: [{ name: 'Authorization', value: 'Bearer {{key}}' }],
  signature: 'none',
  signText: '',
  okText: '',
}
const NAMES = 'to, text, title, id, key, timestamp, timestampMs, nonce, signature'

/** Any provider that takes a message over HTTPS, as its own documentation wants it asked. */
export function SmsForm({ state }: { state: ChannelStates['sms'] }) {
  const t = useT('message-channels')
  const save = useAction(messageChannels.saveSms, {
    ownRefusals: true,
  })
  const stored = new Set(state.settings?.headers.map(({ name }) => name))
  const send = ({ enabled, secret, ...settings }: Values, version: unknown, forget = false) =>
    save.run({
      settings: {
        ...settings,
        // Left empty, a value that is stored stays.
        headers: (settings.headers ?? []).map(({ name, value }) => ({
          name,
          value: value || (stored.has(name) ? null : ''),
        })),
      },
      enabled,
      version: Number(version),
      ...(forget ? { secret: null } : secret ? { secret } : {}),
    })
  const entry = useEntry<Values>({
    name: 'sms',
    draft: null,
    start: { ...USUAL, ...state.settings, enabled: state.enabled },
    version: state.version,
    save: (values, version) => send(values, version),
    onSaved: () => undefined,
    pathOf: (_, path) => path.replace(/^settings\./, ''),
    label: (path) => {
      const key = path.split('.')[0] ?? ''
      return key in USUAL ? t(key) : key === 'secret' ? t('key') : null
    },
  })
  const signature = Form.useWatch('signature', entry.form) ?? USUAL.signature
  const required = [{ required: true, message: t('field.required') }]
  return (
    <section className="msg-channel">
      <Form<Values> {...entry.props} className="msg-form" layout="vertical" autoComplete="off">
        <header>
          <h2>{t('sms')}</h2>
          <Form.Item name="enabled" valuePropName="checked" noStyle>
            <Switch aria-label={t('enabled')} checkedChildren={t('enabled')} />
          </Form.Item>
        </header>
        {!state.settings && <p className="msg-note">{t('smsNone')}</p>}
        {entry.notes}
        <Form.Item name="url" label={t('url')} rules={required}>
          <Input maxLength={500} placeholder="https://api.example.com/sms" autoComplete="off" />
        </Form.Item>
        <div className="msg-row">
          <Form.Item name="method" label={t('method')}>
            <Select options={['POST', 'GET'].map((value) => ({ value, label: value }))} />
          </Form.Item>
          <Form.Item name="bodyType" label={t('bodyType')}>
            <Select
              options={(['json', 'form'] as const).map((value) => ({
                value,
                label: t(`bodyType.${value}`),
              }))}
            />
          </Form.Item>
        </div>
        <SecretField
          label={t('key')}
          state={state.secret}
          onForget={() => void send(entry.form.getFieldsValue(true), state.version, true)}
        />
        <Form.Item name="body" label={t('body')} extra={t('body.help', { names: NAMES })}>
          <Input.TextArea
            autoSize={{ minRows: 3, maxRows: 10 }}
            maxLength={4_000}
            spellCheck={false}
          />
        </Form.Item>
        <Form.Item label={t('headers')}>
          <Form.List name="headers">
            {(fields, { add, remove }) => (
              <>
                {fields.map(({ key, name }) => (
                  <div key={key} className="msg-header-row">
                    <Form.Item name={[name, 'name']} rules={required}>
                      <Input
                        maxLength={100}
                        aria-label={t('headers.name')}
                        placeholder={t('headers.name')}
                      />
                    </Form.Item>
                    <Form.Item name={[name, 'value']}>
                      <Input
                        maxLength={500}
                        aria-label={t('headers.value')}
                        placeholder={t(
                          state.settings?.headers[name] ? 'headers.kept' : 'headers.value',
                        )}
                      />
                    </Form.Item>
                    <Button
                      type="text"
                      icon={<DeleteOutlined />}
                      aria-label={t('headers.remove')}
                      onClick={() => remove(name)}
                    />
                  </div>
                ))}
                <Button
                  type="dashed"
                  size="small"
                  icon={<PlusOutlined />}
                  onClick={() => add({ name: '', value: '' })}
                >
                  {t('headers.add')}
                </Button>
              </>
            )}
          </Form.List>
        </Form.Item>
        <div className="msg-row">
          <Form.Item name="signature" label={t('signature')}>
            <Select
              options={SIGNATURES.map((value) => ({
                value,
                label: value === 'none' ? t('signature.none') : value.toUpperCase(),
              }))}
            />
          </Form.Item>
          <Form.Item name="okText" label={t('okText')} extra={t('okText.help')}>
            <Input maxLength={200} autoComplete="off" />
          </Form.Item>
        </div>
        <Form.Item
          name="signText"
          label={t('signText')}
          extra={t('signText.help')}
          hidden={signature === 'none'}
        >
          <Input.TextArea
            autoSize={{ minRows: 1, maxRows: 4 }}
            maxLength={1_000}
            spellCheck={false}
          />
        </Form.Item>
        <div className="msg-foot">
          <TestSend channel="sms" disabled={!state.settings || !state.enabled} />
          <Button type="primary" htmlType="submit" loading={entry.busy}>
            {t('save')}
          </Button>
        </div>
      </Form>
    </section>
  )
}
