import { Button, Drawer } from 'antd'
import { useState } from 'react'
import { useT } from '../../../../kit/text/i18n.ts'
import { MovingRows } from '../../../../kit/list/moving-rows.tsx'
import { useKeys } from '../../../../kit/platform/use-keys.ts'
import '../../../../kit/list/lists.css'
import {
  arranged,
  AS_DELIVERED,
  cardHidden,
  cardMoved,
  cardPinned,
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
  const [announcement, setAnnouncement] = useState('')
  useKeys({ Escape: onClose }, { modal: true })
  const all = arranged(choice).filter(({ key }) => !without.has(key))
  const move = (key: CardKey, to: number, dragged: boolean) => {
    const next = cardMoved(choice, key, to)
    onChange(next)
    if (dragged) return
    const at = arranged(next).findIndex((card) => card.key === key)
    setAnnouncement(t('cards.movedTo', { name: nameOf(key), at: at + 1, count: all.length }))
  }
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
      <MovingRows
        label={t('cards')}
        className="dash-arrange"
        rows={all.map((card) => {
          const group = all.filter(({ pinned }) => pinned === card.pinned)
          return {
            key: card.key,
            name: nameOf(card.key),
            hidden: card.hidden,
            pinned: card.pinned,
            first: group[0] === card,
            last: group.at(-1) === card,
          }
        })}
        words={{
          show: (name) => t('cards.show', { name }),
          pin: (name) => t('cards.pin', { name }),
          up: (name) => t('cards.up', { name }),
          down: (name) => t('cards.down', { name }),
        }}
        onShow={(key, shown) => onChange(cardHidden(choice, key, !shown))}
        onPin={(key, on) => {
          onChange(cardPinned(choice, key, on))
          setAnnouncement(t(on ? 'cards.pinned' : 'cards.unpinned', { name: nameOf(key) }))
        }}
        onMove={move}
        announcement={announcement}
      />
    </Drawer>
  )
}
