import { CopyText } from '../../platform/cells.tsx'
import { useT } from '../../text/i18n.ts'

const SHOWN = 8

/** Which of the numbers asked for are not in the list, ready to be copied. */
export default function MissingBand({ numbers }: { numbers: readonly string[] }) {
  const t = useT('lists')
  const rest = numbers.slice(SHOWN)
  return (
    <div className="py-missing" role="status">
      <strong>{t('numbers.missing', { count: numbers.length })}</strong>
      <span className="py-missing-list">
        {numbers.slice(0, SHOWN).map((number) => (
          <span key={number} className="py-num">
            {number}
          </span>
        ))}
      </span>
      {rest.length > 0 && (
        <details>
          <summary>{t('numbers.others', { count: rest.length })}</summary>
          <span className="py-missing-list">
            {rest.map((number) => (
              <span key={number} className="py-num">
                {number}
              </span>
            ))}
          </span>
        </details>
      )}
      <CopyText text={numbers.join('\n')}>{t('numbers.copyMissing')}</CopyText>
    </div>
  )
}
