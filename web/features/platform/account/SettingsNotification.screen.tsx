import { Button, Select, Switch } from 'antd'
import { useState } from 'react'
import { account } from '#contracts/platform/session/account.ts'
import {
  ALWAYS_NOTIFIED,
  DIGEST_AT,
  DIGESTS,
  NOTIFY_CHANNELS,
  NOTIFY_EVENTS,
  notifyRulesOf,
  type NotifyChannel,
  type NotifyEvent,
  type NotifyRules,
} from '#contracts/platform/messaging/notify-rules.ts'
import { ErrorNote } from '../../../kit/platform/empty.tsx'
import { browserZone } from '../../../kit/text/formats.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { OWN } from '../../../kit/platform/own/own-profile.ts'
import { useRightsCheck } from '../../../kit/session/permissions.tsx'
import { useApi } from '../../../kit/http/query.ts'
import { isText } from '../../../kit/text/storage.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { useUnsaved } from '../../../kit/platform/unsaved.ts'
import { useSetting } from '../../../kit/platform/own/user-settings.ts'
import { useSession } from '../../../kit/session/session.ts'
import { Section, SettingsPage } from './settings-page.tsx'
import { Delegates } from './delegates.tsx'

/** Which news come, and on which ways. */
export default function SettingsNotification() {
  const t = useT('account')
  const stored = useApi(account.notifyRules, {})
  return (
    <SettingsPage page="notification">
      {stored.error && <ErrorNote error={stored.error} retry={() => void stored.refetch()} />}
      {stored.data && <Rules key={JSON.stringify(stored.data)} stored={stored.data} t={t} />}
      <Delegates />
    </SettingsPage>
  )
}

function Rules({ stored, t }: { stored: NotifyRules; t: ReturnType<typeof useT> }) {
  const { user } = useSession()
  const may = useRightsCheck()
  const [ownZone] = useSetting(OWN.timeZone, isText, '')
  const [now, setNow] = useState(() => notifyRulesOf(stored))
  const changed = JSON.stringify(now) !== JSON.stringify(notifyRulesOf(stored))
  const saved = useUnsaved(changed)
  const save = useAction(account.saveNotifyRules, {
    onDone: () => saved(),
  })
  const events = NOTIFY_EVENTS.filter(
    ({ staff, perm }) => (!staff || user?.customerId === null) && (perm === null || may(perm)),
  )
  const set = (event: NotifyEvent, channel: NotifyChannel, on: boolean) =>
    setNow({ ...now, rules: { ...now.rules, [event]: { ...now.rules[event], [channel]: on } } })
  const hours = (change: Partial<NonNullable<NotifyRules['quiet']>>) =>
    now.quiet && setNow({ ...now, quiet: { ...now.quiet, ...change } })
  const missing = { system: false, email: !user?.email, sms: !user?.phone }
  return (
    <>
      <Section title={t('notify.title')} note={t('notify.note')}>
        <table className="acc-matrix">
          <thead>
            <tr>
              <th>{t('notify.event')}</th>
              {NOTIFY_CHANNELS.map((channel) => (
                <th key={channel} scope="col">
                  {t(`channel.${channel}`)}
                  {missing[channel] && <small>{t(`channel.${channel}.missing`)}</small>}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {events.map(({ event }) => (
              <tr key={event}>
                <th scope="row">
                  {t(`event.${event}`)}
                  {t.has(`event.${event}.note`) && <small>{t(`event.${event}.note`)}</small>}
                </th>
                {NOTIFY_CHANNELS.map((channel) => (
                  <td key={channel}>
                    <Switch
                      size="small"
                      checked={now.rules[event][channel]}
                      disabled={ALWAYS_NOTIFIED.includes(event) && channel === 'system'}
                      aria-label={`${t(`event.${event}`)} · ${t(`channel.${channel}`)}`}
                      onChange={(on) => set(event, channel, on)}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Section>
      <Section
        title={t('notify.quiet')}
        note={t('notify.quiet.note', { zone: (ownZone || browserZone()).replaceAll('_', ' ') })}
      >
        <div className="acc-line">
          <Switch
            checked={now.quiet !== null}
            aria-label={t('notify.quiet')}
            onChange={(on) => setNow({ ...now, quiet: on ? { from: '22:00', to: '07:00' } : null })}
          />
          {now.quiet && (
            <>
              <input
                className="py-input"
                type="time"
                aria-label={t('notify.from')}
                value={now.quiet.from}
                onChange={(event) => hours({ from: event.target.value })}
              />
              <span>{t('notify.to')}</span>
              <input
                className="py-input"
                type="time"
                aria-label={t('notify.until')}
                value={now.quiet.to}
                onChange={(event) => hours({ to: event.target.value })}
              />
            </>
          )}
        </div>
        <div className="acc-line">
          <label htmlFor="notify-digest">{t('notify.digest')}</label>
          <Select
            id="notify-digest"
            style={{ minWidth: 220 }}
            value={now.digest}
            options={DIGESTS.map((value) => ({ value, label: t(`digest.${value}`) }))}
            onChange={(digest) => setNow({ ...now, digest })}
          />
        </div>
        {now.digest !== 'off' && (
          <p className="acc-note">{t(`digest.${now.digest}.note`, { time: DIGEST_AT })}</p>
        )}
      </Section>
      <div>
        <Button
          type="primary"
          disabled={!changed}
          loading={save.busy}
          onClick={() => void save.run({ ...now, zone: browserZone() })}
        >
          {t('action.save')}
        </Button>
      </div>
    </>
  )
}
