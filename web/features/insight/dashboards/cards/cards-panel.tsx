import { Button, Drawer } from 'antd'
import { useRef, useState, type DragEvent } from 'react'
import { useT } from '../../../../kit/text/i18n.ts'
import { DownIcon, PinIcon, UpIcon } from '../../../../kit/list/list-icons.tsx'
import { useKeys } from '../../../../kit/platform/use-keys.ts'
import '../../../../kit/list/lists.css'
import {
  arranged,
  AS_DELIVERED,
  cardHidden,
  cardMoved,
  cardPinned,
  type Card,
  type CardChoice,
  type CardKey,
} from './cards.ts'

interface CardsPanelProps {
  choice: CardChoice
  /** Cards this person does not have. */
  without: ReadonlySet<CardKey>
  nameOf: (key: CardKey) => string
  onChange: (next: CardChoice) => void
  onReset: () => void
  onClose: () => void
}

/**
 * Which cards are on the page, which of them first, and in which order; dragged, with the arrows
 * or by key. It shows at once.
 */
export default function CardsPanel({
  choice,
  without,
  nameOf,
  onChange,
  onReset,
  onClose,
}: CardsPanelProps) {
  const t = useT('dashboards')
  const [dragged, setDragged] = useState<CardKey | null>(null)
  const [announcement, setAnnouncement] = useState('')
  const body = useRef<HTMLUListElement>(null)
  useKeys({ Escape: onClose }, { modal: true })
  const all = arranged(choice).filter(({ key }) => !without.has(key))
  const shown = all.filter((card) => !card.hidden).length

  const move = (card: Card, to: number) => {
    const next = cardMoved(choice, card.key, to)
    const at = arranged(next).findIndex(({ key }) => key === card.key)
    onChange(next)
    setAnnouncement(t('cards.movedTo', { name: nameOf(card.key), at: at + 1, count: all.length }))
    // The row moves under the button that was pressed: the focus goes with it, to the other arrow
    // where this one ends.
    requestAnimationFrame(() =>
      body.current
        ?.querySelector<HTMLElement>(`[data-key="${card.key}"] [data-arrow]:not(:disabled)`)
        ?.focus(),
    )
  }
  const pin = (card: Card) => {
    onChange(cardPinned(choice, card.key, !card.pinned))
    setAnnouncement(t(card.pinned ? 'cards.unpinned' : 'cards.pinned', { name: nameOf(card.key) }))
  }
  const over = (event: DragEvent, card: Card) => {
    if (!dragged || dragged === card.key) return
    event.preventDefault()
    onChange(
      cardMoved(
        choice,
        dragged,
        all.findIndex(({ key }) => key === card.key),
      ),
    )
  }
  const edge = (card: Card) => all.filter(({ pinned }) => pinned === card.pinned)
  return (
    <Drawer
      open
      size={380}
      onClose={onClose}
      keyboard={false}
      mask={{ enabled: false }}
      rootClassName="py-drawer"
      title={t('cards')}
      extra={
        <Button
          onClick={() => {
            onReset()
            setAnnouncement(t('cards.reset'))
          }}
          disabled={JSON.stringify(choice) === JSON.stringify(AS_DELIVERED)}
        >
          {t('cards.reset')}
        </Button>
      }
    >
      <p className="py-hint">{t('cards.hint')}</p>
      <ul className="py-columns dash-arrange" ref={body} aria-label={t('cards')}>
        {all.map((card, at) => {
          const name = nameOf(card.key)
          return (
            <li
              key={card.key}
              data-key={card.key}
              draggable
              data-dragged={dragged === card.key || undefined}
              onDragStart={(event) => {
                setDragged(card.key)
                event.dataTransfer.effectAllowed = 'move'
              }}
              onDragOver={(event) => over(event, card)}
              onDrop={(event) => event.preventDefault()}
              onDragEnd={() => setDragged(null)}
              onKeyDown={(event) => {
                if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
                event.preventDefault()
                event.stopPropagation()
                move(card, at + (event.key === 'ArrowUp' ? -1 : 1))
              }}
            >
              <label className="py-columns-name">
                <input
                  type="checkbox"
                  checked={!card.hidden}
                  disabled={!card.hidden && shown === 1}
                  aria-label={t('cards.show', { name })}
                  onChange={(event) =>
                    onChange(cardHidden(choice, card.key, !event.currentTarget.checked))
                  }
                />
                <span>{name}</span>
              </label>
              <button
                type="button"
                className="py-tool"
                aria-pressed={card.pinned}
                aria-label={t('cards.pin', { name })}
                title={t('cards.pin', { name })}
                onClick={() => pin(card)}
              >
                <PinIcon />
              </button>
              <button
                type="button"
                className="py-tool"
                data-arrow
                disabled={edge(card)[0] === card}
                aria-label={t('cards.up', { name })}
                title={t('cards.up', { name })}
                onClick={() => move(card, at - 1)}
              >
                <UpIcon />
              </button>
              <button
                type="button"
                className="py-tool"
                data-arrow
                disabled={edge(card).at(-1) === card}
                aria-label={t('cards.down', { name })}
                title={t('cards.down', { name })}
                onClick={() => move(card, at + 1)}
              >
                <DownIcon />
              </button>
            </li>
          )
        })}
      </ul>
      <span className="py-hidden" role="status">
        {announcement}
      </span>
    </Drawer>
  )
}
