import { CloseOutlined, SearchOutlined } from '@ant-design/icons'
import { Alert, Button, Input } from 'antd'
import { useState } from 'react'
import { CopyText } from '../../kit/cells.tsx'
import { useT } from '../../kit/i18n.ts'
import { reasonOf, useNotify } from '../../kit/notify.tsx'
import { usePhone } from '../../kit/use-late.ts'
import { MAX_NUMBERS, pastedNumbers } from '../../kit/pasted-numbers.ts'
import type { NumberSearch } from './use-number-search.ts'

/** Where `/` goes on this list: numbers are what people come with. */
export const NUMBER_BOX = 'order-numbers'

/** One field for numbers of any kind: Enter or a paste searches, a pasted column of a spreadsheet too. */
export function NumberBox({ search }: { search: NumberSearch }) {
  const t = useT('shipments')
  const notify = useNotify()
  const phone = usePhone()
  const [text, setText] = useState('')
  const apply = (typed: string) => {
    const { numbers, cut } = pastedNumbers(typed)
    if (cut > 0) notify.warning(t('numbers.tooMany', { max: MAX_NUMBERS }))
    if (numbers.length === 0) return
    setText('')
    search.set(numbers)
  }
  return (
    <form role="search" className="order-numbers" data-scan="page" onSubmit={(event) => { event.preventDefault(); apply(text) }}>
      <Input
        id={NUMBER_BOX} value={text} prefix={<SearchOutlined />} allowClear aria-label={t('numbers.label')} placeholder={t(phone ? 'numbers.short' : 'numbers.placeholder')} enterKeyHint="search"
        onChange={(event) => setText(event.target.value)} onKeyDown={(event) => event.key === 'Escape' && event.currentTarget.blur()}
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

/** What the search found: how many, and by number what it did not. */
export function NumberBand({ search }: { search: NumberSearch }) {
  const t = useT('shipments')
  const { numbers, missing, orderIds } = search
  if (numbers.length === 0) return null
  const title = search.error ? reasonOf(search.error, t)
    : orderIds ? t('numbers.found', { count: numbers.length, orders: orderIds.length }) : t('numbers.searching')
  return (
    <Alert
      banner type={search.error ? 'error' : missing.length > 0 ? 'warning' : 'info'} className="order-band" role="status"
      title={(
        <span className="order-band-line">
          <strong>{numbers.length === 1 ? numbers[0] : title}</strong>
          {numbers.length === 1 && title}
          {missing.length > 0 && (
            <>
              <span>{t('numbers.missing', { count: missing.length })}</span>
              <CopyText text={missing.join('\n')}><span className="order-missing">{missing.slice(0, 12).join(' · ')}{missing.length > 12 ? ' …' : ''}</span></CopyText>
            </>
          )}
          {search.error && <Button size="small" onClick={search.retry}>{t('action.retry')}</Button>}
        </span>
      )}
      action={<Button type="text" size="small" icon={<CloseOutlined />} aria-label={t('numbers.clear')} title={t('numbers.clear')} onClick={() => search.set([])} />}
    />
  )
}
