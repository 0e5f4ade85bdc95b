import { Button, Input } from 'antd'
import { scheduledJobs } from '#contracts/platform/operations/scheduled-jobs.ts'
import { inZone } from './zoned-moment.tsx'
import { useLang, useT } from '../../../kit/text/i18n.ts'
import { useApi } from '../../../kit/http/query.ts'
import { useDebouncedValue } from '../../../kit/platform/use-timing.ts'
import { cronText } from './cron-text.ts'

const PRESETS = [
  ['5min', '0 0/5 * * * ?'],
  ['hour', '0 0 * * * ?'],
  ['day', '0 30 3 * * ?'],
  ['workday', '0 0 8 ? * MON-FRI'],
  ['week', '0 0 6 ? * MON'],
  ['month', '0 0 4 1 * ?'],
] as const

/** A cron expression: typed or chosen, described in words, with the moments it comes to. */
export function CronInput({
  id,
  value = '',
  onChange,
  zone,
}: {
  id?: string
  value?: string
  onChange?: (value: string) => void
  zone: string
}) {
  const t = useT('scheduled-jobs')
  const lang = useLang()
  const settled = useDebouncedValue(value)
  const found = useApi(
    scheduledJobs.nextRuns,
    { cronExpression: settled, timeZone: zone },
    { enabled: settled.trim() !== '', keepPrevious: true, quiet: true },
  )
  const { runs = [], error = null } = found.data ?? {}
  return (
    <>
      <Input
        {...(id ? { id } : {})}
        value={value}
        maxLength={120}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => onChange?.(event.target.value)}
      />
      <div className="job-presets" role="group" aria-label={t('cron.presets')}>
        {PRESETS.map(([name, expression]) => (
          <Button
            key={name}
            size="small"
            type={value === expression ? 'primary' : 'default'}
            ghost={value === expression}
            onClick={() => onChange?.(expression)}
          >
            {t(`cron.preset.${name}`)}
          </Button>
        ))}
      </div>
      {error ? (
        <p className="job-words job-error" role="alert">
          {error}
        </p>
      ) : (
        <>
          <p className="job-words">{cronText(settled, t, lang)}</p>
          {runs.length > 0 && (
            <>
              <span className="py-hint">{t('cron.next')}</span>
              <ol className="job-next">
                {runs.map((at) => (
                  <li key={at}>
                    {inZone(at, zone)} {zone}
                  </li>
                ))}
              </ol>
            </>
          )}
        </>
      )}
    </>
  )
}
