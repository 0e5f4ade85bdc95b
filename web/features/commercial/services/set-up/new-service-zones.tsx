import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { DictSelect } from '../../../../kit/form/choices/dict-select.tsx'
import { useT } from '../../../../kit/text/i18n.ts'
import { Labelled } from './new-service-fields.tsx'
import { blankZone, type StepProps, type ZoneLine } from './new-service-values.ts'

/** Zones with their countries; a price is asked for each in the next step but one. */
export function ZonesStep({ values, edit, refused }: StepProps) {
  const t = useT('services')
  const put = (at: number, change: Partial<ZoneLine>) =>
    edit((now) => ({
      ...now,
      zones: now.zones.map((zone, no) => (no === at ? { ...zone, ...change } : zone)),
    }))
  return (
    <>
      <p className="py-hint">{t('new.zones.hint')}</p>
      {values.zones.map((zone, at) => (
        <fieldset key={at} className="svc-zone" aria-label={t('new.zoneNo', { no: at + 1 })}>
          <Labelled label={t('new.zone.code')} required refused={refused.get(`zones.${at}.code`)}>
            {(id) => (
              <input
                id={id}
                className="py-input"
                value={zone.code}
                maxLength={32}
                onChange={(event) => put(at, { code: event.target.value })}
              />
            )}
          </Labelled>
          <Labelled label={t('new.zone.name')} refused={refused.get(`zones.${at}.name`)}>
            {(id) => (
              <input
                id={id}
                className="py-input"
                value={zone.name}
                maxLength={100}
                onChange={(event) => put(at, { name: event.target.value })}
              />
            )}
          </Labelled>
          <Labelled
            label={t('new.zone.countries')}
            required
            refused={refused.get(`zones.${at}.countries`)}
          >
            {(id) => (
              <DictSelect
                id={id}
                code="country"
                many
                value={zone.countries}
                onChange={(chosen) =>
                  put(at, { countries: chosen === null ? [] : [chosen].flat() })
                }
              />
            )}
          </Labelled>
          <Labelled label={t('new.zone.prefixes')}>
            {(id) => (
              <input
                id={id}
                className="py-input"
                value={zone.prefixes}
                placeholder={t('new.zone.all')}
                onChange={(event) => put(at, { prefixes: event.target.value })}
              />
            )}
          </Labelled>
          <Labelled
            label={t('new.zone.days')}
            refused={refused.get(`zones.${at}.transitMin`) ?? refused.get(`zones.${at}.transitMax`)}
          >
            {(id) => (
              <span className="svc-days">
                <input
                  id={id}
                  className="py-input"
                  inputMode="numeric"
                  value={zone.transitMin}
                  placeholder={t('new.zone.daysMin')}
                  onChange={(event) => put(at, { transitMin: event.target.value })}
                />
                –
                <input
                  aria-label={t('new.zone.daysMost', { no: at + 1 })}
                  className="py-input"
                  inputMode="numeric"
                  value={zone.transitMax}
                  placeholder={t('new.zone.daysMax')}
                  onChange={(event) => put(at, { transitMax: event.target.value })}
                />
              </span>
            )}
          </Labelled>
          <Button
            aria-label={t('new.zone.remove', { no: at + 1 })}
            icon={<DeleteOutlined />}
            disabled={values.zones.length === 1}
            onClick={() =>
              edit((now) => ({
                ...now,
                zones: now.zones.filter((_, no) => no !== at),
                lines: now.lines.map((line) => ({
                  ...line,
                  prices: line.prices.filter((_, no) => no !== at),
                })),
              }))
            }
          />
        </fieldset>
      ))}
      <Button
        icon={<PlusOutlined />}
        onClick={() =>
          edit((now) => ({
            ...now,
            zones: [...now.zones, blankZone(now.zones.length)],
          }))
        }
      >
        {t('zones.new')}
      </Button>
    </>
  )
}
