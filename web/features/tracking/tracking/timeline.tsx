import { EditOutlined, EyeInvisibleOutlined, EyeOutlined, UndoOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { parcelEvents } from '#contracts/tracking/parcel-events.ts'
import { trackResults } from '#contracts/tracking/track-results.ts'
import { tracking } from '#contracts/tracking/tracking.ts'
import { Moment } from '../../../kit/platform/cells.tsx'
import { Empty } from '../../../kit/platform/empty.tsx'
import { useConfirm } from '../../../kit/platform/confirm.tsx'
import { useLang, useT } from '../../../kit/text/i18n.ts'
import { DictTag, StatusTag } from '../../../kit/platform/status-tag.tsx'
import { useCan } from '../../../kit/session/permissions.tsx'
import { useAction } from '../../../kit/http/use-action.ts'
import { sourceOf } from './events/event-source.ts'
import { mapPath } from './mapped-code.ts'
import type { StaffEvent } from './results/correct-dialog.tsx'

const CorrectDialog = lazy(() => import('./results/correct-dialog.tsx'))

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
  const lang = useLang()
  const confirm = useConfirm()
  const mayCorrect = useCan(trackResults.correct)
  const [correcting, setCorrecting] = useState<StaffEvent | null>(null)
  const hide = useAction(tracking.setVisible, {
    success: false,
  })
  const withdraw = useAction(parcelEvents.withdraw, { success: t('event.withdrawn') })
  const takeBack = async (event: StaffEvent) => {
    const reason = await confirm({
      title: t('event.withdraw.title'),
      content: t('event.withdraw.text'),
      ok: t('event.withdraw'),
      danger: true,
      reason: true,
    })
    if (reason !== null) await withdraw.run({ eventId: event.id, reason })
  }
  const wordsOf = (event: StaffEvent) =>
    lang === 'en_US' ? (event.textEn ?? event.rawText) : event.rawText
  if (events.length === 0) return <Empty kind="nothing" title={t('event.none')} />
  const list = (
    <ol className="trk-events">
      {events.map((event) => (
        <li
          key={event.id}
          data-off={event.cancelled || event.repeated || undefined}
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
              {event.repeated && <StatusTag tone="idle">{t('event.repeated')}</StatusTag>}
              {staff && event.customerVisible && !event.visible && (
                <StatusTag tone="idle">{t('event.customerOnly')}</StatusTag>
              )}
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
            {wordsOf(event) && (
              <p
                className="trk-words"
                title={event.textPublic ? undefined : t('event.namesSomebody')}
              >
                “{wordsOf(event)}”
                {staff && !event.textPublic && (
                  <EyeInvisibleOutlined aria-label={t('event.namesSomebody')} />
                )}
              </p>
            )}
            {event.cancelReason && (
              <p className="trk-soft">{t('event.reasonWas', { reason: event.cancelReason })}</p>
            )}
            {staff && (
              <p className="trk-raw">
                {t(`source.${sourceOf(event)}`)} ·{' '}
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
            <span className="trk-acts">
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
              {event.source === 'manual' && (
                <>
                  {mayCorrect && (
                    <Button
                      type="text"
                      size="small"
                      icon={<EditOutlined />}
                      aria-label={t('event.correct')}
                      title={t('event.correct')}
                      onClick={() => setCorrecting(event)}
                    />
                  )}
                  <Button
                    type="text"
                    size="small"
                    icon={<UndoOutlined />}
                    aria-label={t('event.withdraw')}
                    title={t('event.withdraw')}
                    loading={withdraw.busy}
                    onClick={() => void takeBack(event)}
                  />
                </>
              )}
            </span>
          )}
        </li>
      ))}
    </ol>
  )
  return (
    <>
      {list}
      <Suspense>
        {correcting && <CorrectDialog event={correcting} onClose={() => setCorrecting(null)} />}
      </Suspense>
    </>
  )
}

const pad = (part: number): string => String(part).padStart(2, '0')
const offset = (minutes: number): string =>
  `UTC${minutes < 0 ? '−' : '+'}${pad(Math.floor(Math.abs(minutes) / 60))}:${pad(Math.abs(minutes) % 60)}`
