/** @jsxImportSource preact */
import type { VNode } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { MAX_TRACK_NUMBERS } from '#contracts/tracking/public-tracking.limits.ts'
import { parseNumbers } from './parse-numbers.ts'
import type { ParsedNumbers } from './parse-numbers.ts'
import { readRecent } from './recent.ts'
import { t } from '../texts.ts'

const NAMED = 4

type Props = {
  /** What stands in the box at first. */
  given: string
  show: (numbers: string[], text?: string) => void
  /** Puts the caret into the box, where that opens no on-screen keyboard. */
  focus?: boolean
}

export function SearchPanel({ given, show, focus }: Props): VNode {
  const [text, setText] = useState(given)
  const [empty, setEmpty] = useState(false)
  const box = useRef<HTMLTextAreaElement>(null)
  const [camera, setCamera] = useState<typeof import('./camera.tsx') | null>(null)
  // What helps those who type or come back; the first look goes without.
  const [aids, setAids] = useState<typeof import('./aids.ts') | null>(null)
  const parsed = parseNumbers(text)
  const count = parsed.numbers.length
  const isTyped = count > 0

  useEffect(() => setText(given), [given])
  useEffect(() => {
    if (focus && matchMedia('(pointer: fine)').matches) box.current?.focus()
  }, [focus])

  useEffect(() => {
    if (isTyped || readRecent()[0]) void import('./aids.ts').then(setAids)
  }, [isTyped])

  const submit = (event?: Event): void => {
    event?.preventDefault()
    setEmpty(count === 0)
    if (count > 0) show(parsed.numbers, text)
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
      {aids && <aids.Guess numbers={parsed.numbers} />}
      <p class="hint">{t('search.hint')}</p>
      {aids && <aids.RecentList show={show} />}
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
