import { Button } from 'antd'
import { Link } from 'react-router'
import { account, type Profile } from '#contracts/platform/session/account.ts'
import { ErrorNote } from '../../../kit/platform/empty.tsx'
import { formatMoment } from '../../../kit/text/formats.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { openOwnDialog } from '../../../kit/session/own-dialogs.ts'
import { PageHeader } from '../../../kit/platform/page-header.tsx'
import { useApi } from '../../../kit/http/query.ts'
import { StatusTag } from '../../../kit/platform/status-tag.tsx'
import { UserPicture } from '../../../pickers/user-picture.tsx'
import { ActivityList } from './activity-list.tsx'
import { Section } from './settings-page.tsx'

/** Who one is here, where one belongs, and what one did lately. */
export default function Center() {
  const t = useT('account')
  const profile = useApi(account.profile, {})
  const activity = useApi(account.activity, {})

  const places = (
    list: Profile['departs'] | Profile['tenants'],
    dialog: 'depart' | 'tenant',
    title: string,
  ) =>
    list.length > 0 && (
      <Section
        title={title}
        actions={
          list.length > 1 && (
            <Button size="small" onClick={() => openOwnDialog(dialog)}>
              {t(`${dialog}.title`)}
            </Button>
          )
        }
      >
        <ul className="acc-rows">
          {list.map((one) => (
            <li key={one.id}>
              <div>
                {one.name}
                {'orgCode' in one && <small>{one.orgCode}</small>}
              </div>
              {one.current && <StatusTag tone="done">{t('place.current')}</StatusTag>}
            </li>
          ))}
        </ul>
      </Section>
    )
  if (profile.error) return <ErrorNote error={profile.error} retry={() => void profile.refetch()} />
  const own = profile.data
  return (
    <div>
      <PageHeader title={t('page.center')}>
        <Link to="/account/settings/base">
          <Button>{t('page.settings')}</Button>
        </Link>
      </PageHeader>
      <div className="acc-center">
        {own && (
          <div className="acc-page">
            <Section title={t('center.profile')}>
              <div className="acc-face">
                <UserPicture path={own.avatar} name={own.realname} size={72} />
                <div>
                  <strong>{own.realname}</strong>
                  <small>{own.username}</small>
                </div>
              </div>
              <dl className="acc-facts">
                {(
                  [
                    ['roles', own.roles.join(t('list.join'))],
                    ['customer', own.customer],
                    ['workNo', own.workNo],
                    ['phone', own.phone],
                    ['email', own.email],
                    ['telephone', own.telephone],
                    ['since', formatMoment(own.createTime)],
                    ['lastLogin', formatMoment(own.lastLoginTime)],
                  ] as const
                )
                  .filter(([, value]) => value)
                  .map(([key, value]) => (
                    <div key={key} style={{ display: 'contents' }}>
                      <dt>{t(`profile.${key}`)}</dt>
                      <dd>{value}</dd>
                    </div>
                  ))}
              </dl>
            </Section>
            {places(own.departs, 'depart', t('center.departs'))}
            {places(own.tenants, 'tenant', t('center.tenants'))}
          </div>
        )}
        <div className="acc-page">
          <Section title={t('center.signIns')} note={t('center.signIns.note')}>
            {activity.data && <ActivityList lines={activity.data.signIns} kind="signIn" />}
          </Section>
          <Section title={t('center.operations')}>
            {activity.data && <ActivityList lines={activity.data.operations} kind="operation" />}
          </Section>
        </div>
      </div>
    </div>
  )
}
