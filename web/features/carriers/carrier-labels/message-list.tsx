import type { CarrierMessage } from '#contracts/carriers/carrier-shipments.ts'
import { StatusTag } from '../../../kit/platform/status-tag.tsx'
import { useT } from '../../../kit/text/i18n.ts'

/** What a carrier complained about: in our words, what to do, and how it was written. */
export function MessageList({ messages }: { messages: readonly CarrierMessage[] }) {
  const t = useT('carrier-labels')
  if (messages.length === 0) return <p className="py-hint">{t('messages.none')}</p>
  return (
    <ul className="py-desk-list">
      {messages.map((one) => (
        <li key={`${one.advice} ${one.original}`}>
          <StatusTag tone={one.level === 'error' ? 'bad' : 'warning'}>
            {t(`level.${one.level}`)}
          </StatusTag>
          <span>
            {one.text} {one.todo}
          </span>
          {one.original !== '' && one.original !== one.text && <small>{one.original}</small>}
        </li>
      ))}
    </ul>
  )
}
