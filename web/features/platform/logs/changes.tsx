import { useT } from '../../../kit/text/i18n.ts'
import { isObject } from '../../../kit/text/storage.ts'

/** What changed in a record, in a line: `name: old → new`. */
export function Changes({
  content,
  labels,
  most = 3,
}: {
  content: string
  labels: Readonly<Record<string, string>>
  most?: number
}) {
  const t = useT('logs')
  const lines = read(content)
  return (
    <span className="log-changes">
      {lines.slice(0, most).map(([name, before, after]) => (
        <span key={name}>
          {labels[name] ?? name}:{' '}
          {before && (
            <>
              <del>{before}</del> →{' '}
            </>
          )}
          {after || '–'}
        </span>
      ))}
      {lines.length > most && (
        <span className="log-more">{t('data.more', { count: lines.length - most })}</span>
      )}
    </span>
  )
}

function read(content: string): [name: string, before: string, after: string][] {
  try {
    const diff: unknown = JSON.parse(content)
    if (!isObject(diff)) return []
    return Object.entries(diff)
      .filter(
        ([name, pair]) =>
          Array.isArray(pair) &&
          !name.endsWith('_dictText') &&
          !['id', 'createTime', 'createBy'].includes(name),
      )
      .map(([name, pair]) => {
        // A code is shown by its text where the log has it.
        const [before, after] = (diff[`${name}_dictText`] ?? pair) as [unknown, unknown]
        return [name, text(before), text(after)]
      })
  } catch {
    return []
  }
}

const text = (value: unknown): string => {
  const whole =
    value === null || value === undefined
      ? ''
      : typeof value === 'string'
        ? value
        : JSON.stringify(value)
  return whole.length > 60 ? `${whole.slice(0, 60)}…` : whole
}
