import type { VersionHead, VersionState } from '#contracts/commercial/fee-versions.ts'
import { formatMoment } from '../../../kit/text/formats.ts'
import { dayBegunAt } from '../../../kit/session/company-zone.ts'
import { StatusTag, type Tone } from '../../../kit/platform/status-tag.tsx'
import { useT } from '../../../kit/text/i18n.ts'

const TONES: Record<VersionState, Tone> = {
  draft: 'idle',
  scheduled: 'waiting',
  active: 'done',
  closed: 'idle',
}

export function VersionTag({ state }: { state: VersionState }) {
  const t = useT('prices')
  return <StatusTag tone={TONES[state]}>{t(`state.${state}`)}</StatusTag>
}

/** The versions of a table, newest first; one of them is shown. */
export function VersionStrip({
  versions,
  current,
  onChoose,
}: {
  versions: readonly VersionHead[]
  current: string | null
  onChoose: (id: string) => void
}) {
  const t = useT('prices')
  return (
    <div className="price-versions" role="group" aria-label={t('versions')}>
      {versions.map((version) => (
        <button
          key={version.id}
          type="button"
          aria-pressed={version.id === current}
          onClick={() => onChoose(version.id)}
        >
          <strong>{t('version', { no: version.versionNo })}</strong>
          <VersionTag state={version.state} />
          {version.state === 'scheduled' && version.announced && <span>{t('announced')}</span>}
          <span className="price-period">{periodOf(version, t)}</span>
        </button>
      ))}
    </div>
  )
}

/** The company's day where it begins with one. */
export const startOf = (moment: string): string => dayBegunAt(moment) ?? formatMoment(moment)

function periodOf({ validFrom, validTo }: VersionHead, t: ReturnType<typeof useT>): string {
  if (validFrom === null) return t('period.none')
  return validTo === null
    ? t('period.from', { from: startOf(validFrom) })
    : t('period', { from: startOf(validFrom), to: startOf(validTo) })
}
