/** @jsxImportSource preact */
import type { VNode } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { MAX_TRACK_NUMBERS } from '#contracts/tracking/public-tracking.limits.ts'
import { parseNumbers } from './parse-numbers.ts'
import type { ParsedNumbers } from './parse-numbers.ts'
import { clearRecent, readRecent } from './recent.ts'
import { t } from '../texts.ts'

const NAMED = 4

type Props = {
  /** What stands in the box at first. */
  given: string
  show: (numbers: string[]) => void
  /** Puts the caret into the box, where that opens no on-screen keyboard. */
  focus?: boolean
}

export function SearchPanel({ given, show, focus }: Props): VNode {
  const [text, setText] = useState(given)
  const [empty, setEmpty] = useState(false)
  const box = useRef<HTMLTextAreaElement>(null)
  const [camera, setCamera] = useState<typeof import('./camera.tsx') | null>(null)
  const parsed = parseNumbers(text)
  const count = parsed.numbers.length

  useEffect(() => setText(given), [given])
  useEffect(() => {
    if (focus && matchMedia('(pointer: fine)').matches) box.current?.focus()
  }, [focus])

  const submit = (event?: Event): void => {
    event?.preventDefault()
    setEmpty(count === 0)
    if (count > 0) show(parsed.numbers)
    else box.current?.focus()
  }
  // Its reader weighs more than the page: it comes when it is wanted.
  const openCamera = () => import('./camera.tsx').then(setCamera)
  const add = (code: string): void => setText((now) => `${code}\n${now}`)
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && !event.shiftKey && !event.isComposing) submit(event)
  }

  return (
    <div class="search-panel">
      <form class="box" onSubmit={submit}>
        <label class="unseen" for="nos">
          {t('search.label')}
        </label>
        <textarea
          id="nos"
          ref={box}
          value={text}
          placeholder={t('search.placeholder')}
          spellcheck={false}
          autocomplete="off"
          autocapitalize="characters"
          enterkeyhint="search"
          aria-describedby="nos-notes nos-count"
          aria-invalid={empty}
          onInput={(event) => {
            setText(event.currentTarget.value)
            setEmpty(false)
          }}
          onKeyDown={onKeyDown}
        />
        <div class="box-foot">
          <span id="nos-count" class={parsed.cut[0] ? 'count over' : 'count'}>
            {t('search.count', { count, max: MAX_TRACK_NUMBERS })}
          </span>
          <button type="button" class="plain thumb" onClick={openCamera}>
            {t('scan')}
          </button>
          {text !== '' && (
            <button type="button" class="plain" onClick={() => (setText(''), box.current?.focus())}>
              {t('search.clear')}
            </button>
          )}
          <button type="submit" class="primary">
            {count > 1 ? t('search.submitMany', { count }) : t('search.submit')}
          </button>
        </div>
        {camera && <camera.default read={add} close={() => setCamera(null)} />}
      </form>
      {/* Under the button, which must not move while one types. */}
      <Notes parsed={parsed} empty={empty} />
      <p class="hint">{t('search.hint')}</p>
      <RecentList show={show} />
    </div>
  )
}

function Notes({ parsed, empty }: { parsed: ParsedNumbers; empty: boolean }): VNode {
  const { cut, duplicates, ignored } = parsed
  return (
    <div id="nos-notes" class="notes" aria-live="polite">
      {empty && (
        <p class="bad">
          {t(ignored[0] ? 'search.ignored' : 'search.empty', { list: listOf(ignored) })}
        </p>
      )}
      {cut[0] && (
        <p class="bad">
          {t('search.cut', { max: MAX_TRACK_NUMBERS, count: cut.length, list: listOf(cut) })}
        </p>
      )}
      {duplicates > 0 && <p>{t('search.duplicates', { count: duplicates })}</p>}
      {!empty && parsed.numbers[0] && ignored[0] && (
        <p>{t('search.ignored', { list: listOf(ignored) })}</p>
      )}
    </div>
  )
}

function listOf(entries: readonly string[]): string {
  // One pasted novel must not push the button off the screen.
  const list = entries
    .slice(0, NAMED)
    .map((entry) => (entry.length > 40 ? `${entry.slice(0, 40)}…` : entry))
    .join(', ')
  return entries.length > NAMED ? t('search.more', { list, count: entries.length - NAMED }) : list
}

function RecentList({ show }: { show: (numbers: string[]) => void }): VNode | null {
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
