import { type UserRow } from '#contracts/platform/people/users.calls.ts'
import { userAgents } from '#contracts/platform/people/users.agents.ts'
import { Moment } from '../../../kit/platform/cells.tsx'
import { DetailList } from '../../../kit/resource/detail-list.tsx'
import { formatMoment } from '../../../kit/text/formats.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { useApi } from '../../../kit/http/query.ts'
import { DictTag } from '../../../kit/platform/status-tag.tsx'
import { UserPicture } from '../../../pickers/user-picture.tsx'
import { Activity } from './activity.tsx'
import { Chips } from './chips.tsx'
import './users.css'

/**
 * Everything about one user: who, where, what they may do, who stands in, where they are signed in.
 */
export default function UserDetail({ row }: { row: UserRow }) {
  const t = useT('users')
  const agent = useApi(
    userAgents.queryByUserName,
    { userName: row.username },
    { enabled: row.customerId === null, quiet: true },
  )
  const stand = agent.data
  return (
    <>
      <header className="usr-head">
        <UserPicture path={row.avatar} name={row.realname} size={48} />
        <div>
          <strong>{row.realname}</strong>
          <small>{[row.username, row.post_dictText].filter(Boolean).join(' · ')}</small>
        </div>
        <DictTag code="user_status" value={row.status} text={row.status_dictText ?? null} />
      </header>
      <DetailList
        items={[
          {
            key: 'roles',
            label: t('roles'),
            value: row.parentUserId ? (
              t('sub.of', { main: row.parentUserId_dictText ?? '' })
            ) : (
              <Chips text={row.roles_dictText} />
            ),
            wide: true,
          },
          ...(row.customerId
            ? [{ key: 'customer', label: t('customerId'), value: row.customerId_dictText }]
            : [
                {
                  key: 'departs',
                  label: t('departs'),
                  value: <Chips text={row.orgCodeTxt} />,
                  wide: true,
                },
                ...(row.userIdentity === '2'
                  ? [
                      {
                        key: 'leads',
                        label: t('departIds'),
                        value: <Chips text={row.departIds_dictText} />,
                        wide: true,
                      },
                    ]
                  : []),
                ...(row.depotIds
                  ? [
                      {
                        key: 'depots',
                        label: t('depots'),
                        value: <Chips text={row.depotIds_dictText} />,
                        wide: true,
                      },
                    ]
                  : []),
              ]),
          { key: 'workNo', label: t('workNo'), value: row.workNo },
          {
            key: 'phone',
            label: t('phone'),
            value: row.phone && <a href={`tel:${row.phone}`}>{row.phone}</a>,
          },
          {
            key: 'email',
            label: t('email'),
            value: row.email && <a href={`mailto:${row.email}`}>{row.email}</a>,
          },
          {
            key: 'telephone',
            label: t('telephone'),
            value: row.telephone && <a href={`tel:${row.telephone}`}>{row.telephone}</a>,
          },
          { key: 'sex', label: t('sex'), value: row.sex_dictText },
          {
            key: 'birthday',
            label: t('birthday'),
            value: row.birthday && <Moment at={row.birthday} day />,
          },
          {
            key: 'last',
            label: t('lastLoginTime'),
            value: row.lastLoginTime && <Moment at={row.lastLoginTime} />,
          },
          ...(stand && stand.status === '1'
            ? [
                {
                  key: 'agent',
                  label: t('agent'),
                  value: `${stand.agentRealname} · ${[stand.startTime, stand.endTime].map((at) => (at ? formatMoment(at) : '…')).join(' – ')}`,
                  wide: true,
                },
              ]
            : []),
        ]}
      />
      <Activity id={row.id} name={row.realname} />
    </>
  )
}
