import { EyeInvisibleOutlined, EyeOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { Link } from 'react-router'
import type { Out } from '#contracts/kit/endpoint.ts'
import { tracking } from '#contracts/tracking/tracking.ts'
import { Moment } from '../../../kit/table/cells.tsx'
import { Empty } from '../../../kit/platform/empty.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { DictTag, StatusTag } from '../../../kit/platform/status-tag.tsx'
import { useAction } from '../../../kit/http/use-action.ts'
import { mapPath } from './mapped-code.ts'

export type StaffEvent = Out<typeof tracking.events>[number]
interface TimelineProps {
  events: readonly StaffEvent[]
  staff: boolean
  mayHide: boolean
  mayMap: boolean
}

/**
 * Newest first: what it means, where and when by the clock there, and below it what the carrier
 * wrote.
 */
export function Timeline({ events, staff, mayHide, mayMap }: TimelineProps) {
  const t = useT('tracking')
  const hide = useAction(tracking.setVisible, {
    success: false,
  })
  if (events.length === 0) return <Empty kind="nothing" title={t('event.none')} />
  return (
    <ol className="trk-events">
      {events.map((event) => (
        <li
          key={event.id}
          data-off={event.cancelled || undefined}
          data-hidden={(staff && !event.visible) || undefined}
        >
          <div className="trk-when">
            <span className="py-num">
              {event.local ? event.local.slice(0, 16).replace('T', ' ') : event.localTime}
            </span>
            <span className="trk-soft">
              {event.offsetMin === null ? t('event.zoneUnknown') : offset(event.offsetMin)}
            </span>
          </div>
          <div className="trk-what">
            <p className="trk-head">
              {event.status === null ? (
                <StatusTag tone="idle">{t(`effect.${event.effect}`)}</StatusTag>
              ) : (
                <DictTag code="tracking_status" value={String(event.status)} />
              )}
              {event.sub && <strong>{t(`sub.${event.sub}`)}</strong>}
              {event.cancelled && <StatusTag tone="idle">{t('event.cancelled')}</StatusTag>}
              {event.actionRequired && !event.cancelled && (
                <StatusTag tone="warning">{t('event.actionRequired')}</StatusTag>
              )}
              {staff && event.unmapped && (
                <StatusTag tone="waiting">
                  {mayMap ? (
                    <Link
                      to={mapPath({
                        courier: event.courier ?? '',
                        rawCode: event.rawCode ?? '',
                        rawReason: event.rawReason,
                      })}
                    >
                      {t('event.unmapped')}
                    </Link>
                  ) : (
                    t('event.unmapped')
                  )}
                </StatusTag>
              )}
            </p>
            {(event.place || event.country) && (
              <p>
                {event.place}
                {event.place && event.country && ' · '}
                <DictTag code="country" value={event.country} />
              </p>
            )}
            {event.rawText && (
              <p
                className="trk-words"
                title={event.textPublic ? undefined : t('event.namesSomebody')}
              >
                “{event.rawText}”
                {staff && !event.textPublic && (
                  <EyeInvisibleOutlined aria-label={t('event.namesSomebody')} />
                )}
              </p>
            )}
            {staff && (
              <p className="trk-raw">
                {t(`source.${event.source}`)} ·{' '}
                {event.courier === 'own' ? t('event.own') : event.courier}
                {event.courier !== 'own' && event.rawCode && (
                  <>
                    {' '}
                    ·{' '}
                    <code>
                      {event.rawCode}
                      {event.rawReason ? `/${event.rawReason}` : ''}
                    </code>
                  </>
                )}
                {event.courier !== 'own' && event.localTime && (
                  <>
                    {' '}
                    · <code>{event.localTime}</code>
                  </>
                )}
                {event.at && (
                  <>
                    {' '}
                    · {t('event.yourTime')} <Moment at={event.at} />
                  </>
                )}
                {' · '}
                {t('event.receivedAt')} <Moment at={event.receivedAt} />
              </p>
            )}
          </div>
          {staff && mayHide && event.effect === 'move' && !event.cancelled && (
            <Button
              type="text"
              size="small"
              icon={event.visible ? <EyeOutlined /> : <EyeInvisibleOutlined />}
              aria-pressed={!event.visible}
              loading={hide.busy}
              aria-label={t(event.visible ? 'event.hide' : 'event.show')}
              title={t(event.visible ? 'event.hide' : 'event.show')}
              onClick={() => void hide.run({ eventId: event.id, visible: !event.visible })}
            />
          )}
        </li>
      ))}
    </ol>
  )
}

const pad = (part: number): string => String(part).padStart(2, '0')
const offset = (minutes: number): string =>
  `UTC${minutes < 0 ? '−' : '+'}${pad(Math.floor(Math.abs(minutes) / 60))}:${pad(Math.abs(minutes) % 60)}`
