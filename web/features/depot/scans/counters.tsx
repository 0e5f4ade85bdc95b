import { formatNumber } from '../../../kit/form/formats.ts'

/** Big figures a glance is enough for. */
export function Counters({
  figures,
}: {
  figures: readonly { label: string; value: string | number | null; tone?: 'bad' | undefined }[]
}) {
  return (
    <dl className="wh-counters">
      {figures.map(({ label, value, tone }) => (
        <div key={label} data-tone={tone}>
          <dt>{label}</dt>
          <dd className="py-num">
            {value === null ? '–' : typeof value === 'number' ? formatNumber(value) : value}
          </dd>
        </div>
      ))}
    </dl>
  )
}
