import { ApiOutlined } from '@ant-design/icons'
import { Alert, Button, Form, Input, Modal, Skeleton } from 'antd'
import { carriers } from '#contracts/carriers/carriers.ts'
import { BASE } from '../../../kit/http/api.ts'
import { CopyText } from '../../../kit/platform/cells.tsx'
import { ErrorNote } from '../../../kit/platform/empty.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { useApi } from '../../../kit/http/query.ts'
import { StatusTag } from '../../../kit/platform/status-tag.tsx'
import { useAction } from '../../../kit/http/use-action.ts'
import { useEntry } from '../../../kit/form/use-entry.tsx'

interface Values {
  apiKey: string
  hookToken: string
}
type State = { set: boolean; last4: string }

/** The keys of one courier: they go in here and only their last four characters come back. */
export default function KeyDialog({
  id,
  name,
  onClose,
}: {
  id: string
  name: string
  onClose: () => void
}) {
  const t = useT('tracking')
  const found = useApi(carriers.secrets, { id }, { staleTime: 0 })
  const set = useAction(carriers.setSecret, { ownRefusals: true })
  const check = useAction(carriers.check, { success: false })
  const forgetKey = useAction(carriers.setSecret)
  const entry = useEntry<Values>({
    draft: null,
    start: { apiKey: '', hookToken: '' },
    // What is left empty stays as it is.
    save: ({ apiKey, hookToken }) =>
      set.run({ id, ...(apiKey ? { apiKey } : {}), ...(hookToken ? { hookToken } : {}) }),
    onSaved: (): void => entry.form.setFieldsValue({ apiKey: '', hookToken: '' }),
    label: (path) => (path === 'apiKey' || path === 'hookToken' ? t(`keys.${path}`) : null),
  })
  const test = async () => {
    const outcome = await check.run({ id })
    if (outcome.ok)
      Modal.info({
        title: t(`keys.check.${outcome.result.ok ? 'ok' : 'failed'}`),
        content: outcome.result.simulated
          ? t('keys.check.simulated')
          : t(`keys.detail.${outcome.result.detail}`),
        okText: t('action.close'),
      })
  }
  const state = found.data
  const hook = state ? `${location.origin}${BASE}${state.hookPath}` : ''
  return (
    <Modal
      open
      width={600}
      title={t('keys.title', { name })}
      onCancel={onClose}
      footer={null}
      destroyOnHidden
    >
      {state?.simulated && (
        <Alert type="info" showIcon className="trk-question" title={t('keys.simulated')} />
      )}
      {found.isError && !state && (
        <ErrorNote error={found.error} retry={() => void found.refetch()} />
      )}
      {!state && !found.isError && <Skeleton active />}
      {state && (
        <Form<Values> {...entry.props} autoComplete="off">
          {entry.notes}
          {state.uses.map((name) => (
            <Secret
              key={name}
              name={name}
              help={t(OWN_HELP[`${state.adapter}.${name}`] ?? `keys.${name}.help`)}
              state={state[name]}
              onForget={() => void forgetKey.run({ id, [name]: null })}
            />
          ))}
          {state.hookPath !== '' && (
            <dl className="trk-facts trk-one">
              <div>
                <dt>{t('keys.hook')}</dt>
                <dd>
                  <CopyText text={hook} />
                </dd>
              </div>
              <div>
                <dt>{t('keys.header')}</dt>
                <dd>
                  <CopyText text={state.hookHeader} />
                </dd>
              </div>
            </dl>
          )}
          <div className="py-drawer-footer">
            <Button icon={<ApiOutlined />} loading={check.busy} onClick={() => void test()}>
              {t('keys.check')}
            </Button>
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

/** What a carrier's key is made of, where it is no plain key. */
const OWN_HELP: Readonly<Record<string, string>> = {
  'gls.apiKey': 'keys.apiKey.help.gls',
  '17track.apiKey': 'keys.apiKey.help.17track',
}

function Secret({
  name,
  help,
  state,
  onForget,
}: {
  name: keyof Values
  help: string
  state: State
  onForget: () => void
}) {
  const t = useT('tracking')
  return (
    <Form.Item
      name={name}
      extra={help}
      label={
        <span className="trk-status">
          {t(`keys.${name}`)}{' '}
          {state.set ? (
            <StatusTag tone="done">
              {state.last4 ? t('keys.set.last4', { last4: state.last4 }) : t('keys.set')}
            </StatusTag>
          ) : (
            <StatusTag tone="idle">{t('keys.notSet')}</StatusTag>
          )}
          {state.set && (
            <Button type="link" size="small" danger onClick={onForget}>
              {t('keys.forget')}
            </Button>
          )}
        </span>
      }
    >
      <Input.Password
        autoComplete="new-password"
        maxLength={200}
        placeholder={t(state.set ? 'keys.keep' : 'keys.enter')}
        visibilityToggle={false}
      />
    </Form.Item>
  )
}
