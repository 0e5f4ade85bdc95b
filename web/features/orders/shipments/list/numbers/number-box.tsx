import { SearchOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { WORDS_MAX } from '#contracts/orders/shipments.parts.ts'
import { useT } from '../../../../../kit/text/i18n.ts'
import { useNotify } from '../../../../../kit/http/notify.tsx'
import { usePhone } from '../../../../../kit/platform/use-timing.ts'
import { MAX_NUMBERS, pastedNumbers } from '../../../../../kit/list/filters/pasted-numbers.ts'
import type { NumberSearch } from './use-number-search.ts'

/** Where `/` goes on this list: numbers are what people come with. */
export const NUMBER_BOX = 'order-numbers'

/**
 * A phone as people write it in one line: its country first, or a 0 and its parts apart, unlike a parcel's
 * number.
 */
const isPhone = (typed: string): boolean =>
  /^(\+|\(?0\d{1,5}[ ()/.-])[\d ()/.-]*$/.test(typed.trim()) && /^(\D*\d){7,13}\D*$/.test(typed)

/**
 * Names, towns, mails and phones by their looks; what has digits, as a postcode has, is looked for as a number
 * first. Numbers of ours and of carriers have digits, and references of capital letters have strokes. What is
 * longer than the list takes is read as numbers, each found or not.
 */
export const isWords = (typed: string): boolean =>
  typed.trim().length <= WORDS_MAX &&
  (isPhone(typed) ||
    (/\p{L}/u.test(typed) &&
      (!/\d/.test(typed) || typed.includes('@')) &&
      !/^[A-Z]+([-_/.][A-Z]+)+$/.test(typed.trim())))

/** Looks for what was typed or scanned, for nothing where it is empty; how many numbers were too many. */
export function lookFor(search: NumberSearch, typed: string): number {
  if (isWords(typed)) {
    search.setWords(typed)
    return 0
  }
  const { numbers, cut } = pastedNumbers(typed)
  if (numbers.length > 0 || search.numbers.length > 0 || search.words !== '')
    search.set(numbers, !/[\r\n\t,;，；、|]/.test(typed.trim()))
  return cut
}

/**
 * One field for numbers of any kind and for names: Enter or a paste searches, a pasted column of a spreadsheet
 * too.
 */
export function NumberBox({ search }: { search: NumberSearch }) {
  const t = useT('shipments')
  const notify = useNotify()
  const phone = usePhone()
  const [text, setText] = useState('')
  const apply = (typed: string) => {
    setText('')
    if (lookFor(search, typed) > 0) notify.warning(t('numbers.tooMany', { max: MAX_NUMBERS }))
  }
  return (
    <form
      role="search"
      aria-label={t('numbers.label')}
      className="order-numbers"
      data-scan="page"
      onSubmit={(event) => {
        event.preventDefault()
        apply(text)
      }}
    >
      <SearchOutlined aria-hidden />
      <input
        className="py-input"
        type="search"
        autoComplete="off"
        spellCheck={false}
        id={NUMBER_BOX}
        value={text}
        aria-label={t('numbers.label')}
        placeholder={t(phone ? 'numbers.short' : 'numbers.placeholder')}
        enterKeyHint="search"
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && event.currentTarget.blur()}
        onPaste={(event) => {
          const pasted = event.clipboardData.getData('text')
          // A line break would vanish in a one-line field and glue two numbers together.
          if (pastedNumbers(pasted).numbers.length < 2) return
          event.preventDefault()
          apply(pasted)
        }}
      />
    </form>
  )
}
