import { Alert, Skeleton } from 'antd'
import { Link } from 'react-router'
import { messageChannels } from '#contracts/platform/messaging/message-channels.ts'
import { ErrorNote } from '../../../kit/platform/empty.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { PageHeader } from '../../../kit/platform/page-header.tsx'
import { useApi } from '../../../kit/http/query.ts'
import { useDelayedFlag } from '../../../kit/platform/use-timing.ts'
import { EmailForm } from './email-form.tsx'
import { SmsForm } from './sms-form.tsx'
import { WebhookForm } from './webhook-form.tsx'
import './messages.css'

/** How messages get out of the house: a mail server and an SMS provider of the tenant's own. */
export default function MessageChannels() {
  const t = useT('message-channels')
  const found = useApi(messageChannels.settings, {}, { staleTime: 0 })
  const late = useDelayedFlag(!found.data)
  const state = found.data
  const leaves = {
    sms: Boolean(state?.sms.settings && state.sms.enabled),
    email: Boolean(state?.email.house || (state?.email.settings && state.email.enabled)),
  }
  return (
    <div>
      <PageHeader title={t('title')} />
      {found.isError && !state && (
        <ErrorNote error={found.error} retry={() => void found.refetch()} />
      )}
      {!state && !found.isError && late && <Skeleton active />}
      {state && !(leaves.sms && leaves.email) && (
        <Alert
          type="warning"
          showIcon
          className="msg-warning"
          title={t(`unsent.${leaves.sms ? 'email' : leaves.email ? 'sms' : 'both'}`)}
          description={
            <>
              {t('unsent.text')} <Link to="/modules/message/sysMessageList">{t('unsent.go')}</Link>
            </>
          }
        />
      )}
      {state && (
        <div className="msg-channels">
          <EmailForm key={`email:${state.email.version}`} state={state.email} />
          <SmsForm key={`sms:${state.sms.version}`} state={state.sms} />
          <WebhookForm key={`webhook:${state.webhook.version}`} state={state.webhook} />
          <section className="msg-channel">
            <header>
              <h2>{t('system')}</h2>
            </header>
            <p className="msg-note">{t('system.note')}</p>
            <p className="msg-note">{t('wechat.note')}</p>
          </section>
        </div>
      )}
    </div>
  )
}
