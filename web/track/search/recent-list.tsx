/** @jsxImportSource preact */
import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { clearRecent, readRecent } from './recent.ts'
import { t } from '../texts.ts'

/** Earlier searches of this device, for who has searched here before. */
export function RecentList({ show }: { show: (numbers: string[]) => void }): VNode | null {
  const [list, setList] = useState(readRecent)
  if (!list[0]) return null
  return (
    <section class="recent" aria-labelledby="recent">
      <h2 id="recent">{t('recent.heading')}</h2>
      <button type="button" class="plain" onClick={() => (clearRecent(), setList([]))}>
        {t('recent.clear')}
      </button>
      <ul>
        {list.map(({ numbers }) => (
          <li key={numbers.join()}>
            <button type="button" title={numbers.join('\n')} onClick={() => show(numbers)}>
              <span class="no">{numbers[0]}</span>
              {numbers.length > 1 && (
                <span class="more">{t('recent.more', { count: numbers.length })}</span>
              )}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
