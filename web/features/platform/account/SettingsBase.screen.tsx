import { Form, Select, Switch } from 'antd'
import { lazy, Suspense, useState } from 'react'
import type { Lang } from '#contracts/kit/envelope.ts'
import { account } from '#contracts/platform/session/account.ts'
import { ErrorNote } from '../../../kit/platform/empty.tsx'
import { chooseLang } from '../../../kit/platform/own/own-lang.ts'
import { useLang, useT } from '../../../kit/text/i18n.ts'
import { LANG_CHOICES, LANG_NAMES } from '../../../kit/text/lang.ts'
import { OWN } from '../../../kit/platform/own/own-profile.ts'
import { useCan } from '../../../kit/session/permissions.tsx'
import { useApi } from '../../../kit/http/query.ts'
import { RefSelect } from '../../../kit/form/choices/ref-select.tsx'
import { isBoolean, isText } from '../../../kit/text/storage.ts'
import { useSetting } from '../../../kit/platform/own/user-settings.ts'
import { useSession } from '../../../kit/session/session.ts'
import type { NewContact } from './contact-dialog.tsx'
import { PictureField } from './picture-field.tsx'
import { ProfileForm } from './profile-form.tsx'
import { Section, SettingsPage } from './settings-page.tsx'
import { zones } from '../../../kit/form/choices/zones.ts'
import { ChoiceInput } from '../../../kit/form/choices/choice-input.tsx'

const ContactDialog = lazy(() => import('./contact-dialog.tsx'))

/** Name, ways to reach one, language, clock and the place one starts at. */
export default function SettingsBase() {
  const t = useT('account')
  const lang = useLang()
  const { user } = useSession()
  const profile = useApi(account.profile, {})
  const [waiting, setWaiting] = useState<readonly NewContact[]>([])
  const [ownLang] = useSetting(OWN.lang, isText, lang)
  const [zone, setZone, resetZone] = useSetting(OWN.timeZone, isText, '')
  const [depot, setDepot, resetDepot] = useSetting(OWN.depotId, isText, '')
  const [goOn, setGoOn] = useSetting(OWN.goOn, isBoolean, false)
  const mayDepots = useCan(['wh:in:scan', 'wh:out:list', 'dlv:depot:list'])

  return (
    <SettingsPage page="base">
      <Section title={t('base.profile')}>
        {profile.error && <ErrorNote error={profile.error} retry={() => void profile.refetch()} />}
        {profile.data && (
          <>
            <PictureField profile={profile.data} />
            <ProfileForm key={profile.data.version} profile={profile.data} onWaiting={setWaiting} />
          </>
        )}
        <Suspense>
          {waiting[0] && (
            <ContactDialog
              key={waiting[0].kind}
              of={waiting[0]}
              onClose={() => setWaiting(waiting.slice(1))}
            />
          )}
        </Suspense>
      </Section>
      <Section title={t('base.habits')} note={t('base.habits.note')}>
        <Form layout="vertical" component="div" className="acc-form">
          <Form.Item label={t('base.lang')} htmlFor="own-lang">
            <Select
              id="own-lang"
              value={ownLang}
              options={LANG_CHOICES.map((key) => ({ value: key, label: LANG_NAMES[key] }))}
              onChange={(next) => void chooseLang(next as Lang)}
            />
          </Form.Item>
          <Form.Item label={t('base.zone')} htmlFor="own-zone">
            <ChoiceInput
              id="own-zone"
              clearable={false}
              value={zone}
              options={[
                { value: '', label: t('base.zone.browser') },
                ...zones(lang).map(({ zone: value, label }) => ({ value, label })),
              ]}
              onChange={(next) =>
                typeof next === 'string' && next !== '' ? setZone(next) : resetZone()
              }
            />
          </Form.Item>
          {mayDepots && (
            <Form.Item label={t('base.depot')} htmlFor="own-depot" extra={t('base.depot.note')}>
              <RefSelect
                of="depots"
                id="own-depot"
                value={depot || null}
                onChange={(next) => (typeof next === 'string' ? setDepot(next) : resetDepot())}
              />
            </Form.Item>
          )}
          <Form.Item
            label={t('base.goOn')}
            htmlFor="own-goon"
            extra={t('base.goOn.note')}
            hidden={!user?.relTenantIds.includes(',') && (profile.data?.departs.length ?? 0) < 2}
          >
            <Switch id="own-goon" checked={goOn} onChange={setGoOn} />
          </Form.Item>
        </Form>
      </Section>
    </SettingsPage>
  )
}
