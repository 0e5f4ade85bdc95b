import { Alert, Button, Form, Input, Switch, Typography } from 'antd'
import { useState } from 'react'
import {
  thirdProviders,
  type ProviderState,
  type ThirdSettings,
} from '#contracts/platform/session/identity-third.ts'
import type { ThirdSource } from '#contracts/platform/session/identity.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { StatusTag } from '../../../kit/platform/status-tag.tsx'
import { useAction } from '../../../kit/http/use-action.ts'
import { useEntry } from '../../../kit/form/use-entry.tsx'

type Values = ThirdSettings & { enabled: boolean; secret?: string }
type Name = keyof ThirdSettings
const EMPTY: ThirdSettings = {
  name: '',
  origin: '',
  issuer: '',
  clientId: '',
  agentId: '',
  scope: '',
  authorizeUrl: '',
  apiUrl: '',
  serviceUrl: '',
}
/** What each kind asks for; the second list is for providers that stand elsewhere than usual. */
const FIELDS: Record<ThirdSource, readonly [needed: readonly Name[], rare: readonly Name[]]> = {
  oidc: [
    ['origin', 'issuer', 'clientId'],
    ['name', 'scope'],
  ],
  wechat_enterprise: [
    ['origin', 'clientId', 'agentId'],
    ['name', 'authorizeUrl', 'apiUrl'],
  ],
  dingtalk: [
    ['origin', 'clientId'],
    ['name', 'scope', 'authorizeUrl', 'apiUrl'],
  ],
  wechat_open: [
    ['origin', 'clientId'],
    ['name', 'authorizeUrl', 'apiUrl'],
  ],
  cas: [
    ['origin', 'issuer'],
    ['name', 'serviceUrl'],
  ],
}

/** One provider: what it knows us by, whether it is switched on, and whether it answers. */
export function ProviderForm({ state }: { state: ProviderState }) {
  const t = useT('third-providers')
  const { source } = state
  const [result, setResult] = useState<{ ok: boolean; detail: string } | null>(null)
  const save = useAction(thirdProviders.save, {
    ownRefusals: true,
  })
  const test = useAction(thirdProviders.test, { success: false, onDone: setResult })
  const send = ({ enabled, secret, ...settings }: Values, version: unknown, forget = false) =>
    save.run({
      source,
      settings: { ...EMPTY, ...settings },
      enabled,
      version: Number(version),
      ...(forget ? { secret: null } : secret ? { secret } : {}),
    })
  const entry = useEntry<Values>({
    draft: null,
    start: {
      ...EMPTY,
      origin: window.location.origin,
      ...state.settings,
      enabled: state.enabled,
    },
    version: state.version,
    save: (values, version) => send(values, version),
    onSaved: () => undefined,
    pathOf: (_, path) => path.replace(/^settings\./, ''),
    label: (path) => {
      if (path === 'secret') return t('secret')
      return path in EMPTY ? labelOf(path) : null
    },
  })
  const origin = Form.useWatch('origin', entry.form) ?? ''
  const labelOf = (name: string) => (t.has(`${name}.${source}`) ? t(`${name}.${source}`) : t(name))
  const [needed, rare] = FIELDS[source]
  const field = (name: Name, required: boolean) => (
    <Form.Item
      key={name}
      name={name}
      label={labelOf(name)}
      extra={t.has(`${name}.help`) ? t(`${name}.help`) : undefined}
      rules={required ? [{ required: true, message: t('field.required') }] : []}
    >
      <Input maxLength={500} autoComplete="off" spellCheck={false} />
    </Form.Item>
  )
  return (
    <Form<Values> {...entry.props} className="idp-form" layout="vertical" autoComplete="off">
      {entry.notes}
      <Form.Item name="enabled" label={t('enabled')} valuePropName="checked">
        <Switch />
      </Form.Item>
      {needed.map((name) => field(name, true))}
      {source !== 'cas' && (
        <Form.Item
          name="secret"
          label={
            <span className="idp-secret">
              {t('secret')}{' '}
              <StatusTag tone={state.secret.set ? 'done' : 'idle'}>
                {state.secret.set
                  ? `${t('secret.set')} ${state.secret.last4 && `…${state.secret.last4}`}`
                  : t('secret.unset')}
              </StatusTag>
              {state.secret.set && (
                <Button
                  type="link"
                  size="small"
                  danger
                  onClick={() => void send(entry.form.getFieldsValue(true), state.version, true)}
                >
                  {t('secret.forget')}
                </Button>
              )}
            </span>
          }
        >
          <Input.Password
            autoComplete="new-password"
            maxLength={500}
            visibilityToggle={false}
            placeholder={state.secret.set ? t('secret.keep') : ''}
          />
        </Form.Item>
      )}
      <p className="idp-note">
        {t('redirect')}{' '}
        <Typography.Text copyable code>{`${origin}${state.redirectPath}`}</Typography.Text>
      </p>
      {rare.map((name) => field(name, false))}
      {result && (
        <Alert
          className="idp-alert"
          type={result.ok ? 'success' : 'error'}
          showIcon
          title={t(result.ok ? 'test.ok' : 'test.failed')}
          description={result.detail}
        />
      )}
      <div className="idp-foot">
        <Button
          disabled={state.version === 0}
          loading={test.busy}
          onClick={() => {
            setResult(null)
            void test.run({ source })
          }}
        >
          {t('test')}
        </Button>
        <Button type="primary" htmlType="submit" loading={entry.busy}>
          {t('save')}
        </Button>
      </div>
    </Form>
  )
}
