import { Alert, Button, Form, Input, Modal, Skeleton } from 'antd'
import { PROVIDER_KEYS, providerKeys } from '#contracts/money/payment-accounts.ts'
import { useEntry } from '../../../kit/form/use-entry.tsx'
import { BASE } from '../../../kit/http/api.ts'
import { useApi } from '../../../kit/http/query.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { ErrorNote } from '../../../kit/platform/empty.tsx'
import { StatusTag } from '../../../kit/platform/status-tag.tsx'
import { CopyText } from '../../../kit/platform/cells.tsx'
import { useT } from '../../../kit/text/i18n.ts'

type Values = Record<string, string>
const LONG = ['privateKey', 'alipayPublicKey']

/** The keys of a provider: they go in here, and of secret ones only the end comes back. */
export default function KeysDialog({
  id,
  name,
  onClose,
}: {
  id: string
  name: string
  onClose: () => void
}) {
  const t = useT('payment-accounts')
  const found = useApi(providerKeys.read, { id }, { staleTime: 0 })
  const save = useAction(providerKeys.save, { ownRefusals: true })
  const forget = useAction(providerKeys.save)
  const state = found.data
  const provider = state?.provider ?? null
  const entry = useEntry<Values>({
    draft: null,
    start: {},
    // What is left empty stays as it is.
    save: (values) => {
      const entered = Object.entries(values).filter(([, value]) => value)
      return save.run({ id, version: state!.version, ...Object.fromEntries(entered) })
    },
    onSaved: (): void => entry.form.resetFields(),
    label: (path) => t(`keys.${path}`),
  })
  return (
    <Modal
      open
      width={640}
      title={`${t('keys')} · ${name}`}
      onCancel={onClose}
      footer={null}
      destroyOnHidden
    >
      {found.isError && !state && (
        <ErrorNote error={found.error} retry={() => void found.refetch()} />
      )}
      {!state && !found.isError && <Skeleton active />}
      {state && provider === null && <Alert type="info" showIcon title={t('keys.none')} />}
      {provider === 'SIMULATOR' && <Alert type="warning" showIcon title={t('keys.simulator')} />}
      {state && provider !== null && provider !== 'SIMULATOR' && (
        <Form<Values> {...entry.props} autoComplete="off">
          {entry.notes}
          <p className="py-hint">{t('keys.hint')}</p>
          {state.test && <Alert type="warning" showIcon title={t('keys.test')} />}
          {state.keys.map((key) => (
            <Key
              key={key.name}
              provider={provider}
              state={key}
              onForget={() => void forget.run({ id, version: state.version, [key.name]: null })}
            />
          ))}
          <p>
            {t('keys.hook')} <CopyText text={`${location.origin}${BASE}${state.hookPath}`} />
          </p>
          <p className="py-hint">{t(`keys.hook.${provider}`)}</p>
          <div className="py-drawer-footer">
            <Button onClick={onClose}>{t('action.close')}</Button>
            <Button type="primary" htmlType="submit" loading={entry.busy} disabled={!entry.changed}>
              {t('action.save')}
            </Button>
          </div>
        </Form>
      )}
    </Modal>
  )
}

function Key({
  provider,
  state: { name, set, shown },
  onForget,
}: {
  provider: keyof typeof PROVIDER_KEYS
  state: { name: string; set: boolean; shown: string }
  onForget: () => void
}) {
  const t = useT('payment-accounts')
  const plain = (PROVIDER_KEYS[provider] as Readonly<Record<string, string>>)[name] === 'plain'
  const props = {
    autoComplete: 'new-password',
    maxLength: LONG.includes(name) ? 4000 : 300,
    placeholder: set ? t('keys.keep') : '',
  }
  return (
    <Form.Item
      name={name}
      extra={name === 'publicUrl' ? t('keys.publicUrl.help') : undefined}
      label={
        <span>
          {t(`keys.${name}`)}{' '}
          <StatusTag tone={set ? 'done' : 'idle'}>
            {set ? (shown ? (plain ? shown : `…${shown}`) : t('keys.set')) : t('keys.missing')}
          </StatusTag>
          {set && (
            <Button type="link" size="small" danger onClick={onForget}>
              {t('keys.forget')}
            </Button>
          )}
        </span>
      }
    >
      {LONG.includes(name) ? (
        <Input.TextArea rows={3} {...props} />
      ) : plain ? (
        <Input {...props} />
      ) : (
        <Input.Password visibilityToggle={false} {...props} />
      )}
    </Form.Item>
  )
}
