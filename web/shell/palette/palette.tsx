import { Modal, Spin } from 'antd'
import { lazy, Suspense, useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { useNavigate } from 'react-router'
import { QUICK_MIN } from '#contracts/insight/quick-search.ts'
import { CameraButton } from '../../kit/scan/camera-button.tsx'
import { useT } from '../../kit/text/i18n.ts'
import { useDebouncedValue } from '../../kit/platform/use-timing.ts'
import './palette.css'
import { looksLikeNumber, type PaletteItem } from './palette-items.ts'
import { numbersIn } from './shell-actions.ts'
import { usePaletteItems } from './use-palette-items.ts'

const CameraScan = lazy(() => import('../../kit/scan/camera-scan.tsx'))

/** What is longer is no number. */
const LONGEST = 80
/** Shorter names and numbers are not found by their parts. */
const SHORT = 3

/** One number or a few words are looked up; several numbers are tracked together. */
const asksFor = (words: string): boolean =>
  words.length >= QUICK_MIN && words.length <= LONGEST && numbersIn(words).length === 0

/** Ctrl+K: one field for pages, actions, what one had open lately, and any number there is. */
export default function Palette({ onClose }: { onClose: () => void }) {
  const t = useT('palette')
  const id = useId()
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const [composing, setComposing] = useState(false)
  const [camera, setCamera] = useState(false)
  const list = useRef<HTMLDivElement>(null)
  const words = typed.trim()
  const asks = asksFor(words)
  const requested = useDebouncedValue(words, 180)
  const { items, asking } = usePaletteItems({
    words,
    query: asksFor(requested) ? requested : '',
    navigate: (path) => void navigate(path),
  })
  /** Enter came before the answer: what is found first opens by itself. */
  const [eager, setEager] = useState(false)
  const waiting = asks && (asking || requested !== words)
  const chosen = Math.min(at, items.length - 1)

  /** No answer comes above these: pages, and actions found by words. */
  const isFirst = (section: PaletteItem['section'] | undefined) =>
    section === 'pages' || (section === 'actions' && !looksLikeNumber(words))

  const run = (item: PaletteItem | undefined) => {
    if (!item) return
    onClose()
    item.run()
  }
  useEffect(() => {
    if (!eager || waiting) return
    setEager(false)
    if (items[0]?.section === 'found') {
      onClose()
      items[0].run()
    }
  }, [eager, waiting, items, onClose])
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [chosen])

  const onKeyDown = (event: KeyboardEvent) => {
    // 229: a key of the input method.
    if (composing || event.nativeEvent.isComposing || event.keyCode === 229) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step && items.length > 0) {
      event.preventDefault()
      setAt((chosen + step + items.length) % items.length)
    }
    if (event.key !== 'Enter') return
    event.preventDefault()
    if (waiting && !isFirst(items[chosen]?.section)) setEager(true)
    else run(items[chosen])
  }
  return (
    <Modal
      open
      footer={null}
      closable={false}
      width={640}
      onCancel={onClose}
      className="py-palette"
      wrapClassName="py-palette-wrap"
      styles={{ body: { padding: 0 } }}
      title={<span className="py-hidden">{t('title')}</span>}
      afterOpenChange={(open) => open && document.getElementById(`${id}in`)?.focus()}
    >
      <div className="py-palette-field" data-scan="field">
        <input
          id={`${id}in`}
          className="py-palette-input"
          type="text"
          role="combobox"
          aria-expanded
          aria-controls={`${id}list`}
          aria-activedescendant={items[chosen] ? `${id}${chosen}` : undefined}
          aria-autocomplete="list"
          aria-label={t('label')}
          placeholder={t('placeholder')}
          autoComplete="off"
          spellCheck={false}
          maxLength={400}
          value={typed}
          autoFocus
          onChange={(event) => {
            setTyped(event.target.value)
            setAt(0)
            setEager(false)
          }}
          onKeyDown={onKeyDown}
          onCompositionStart={() => setComposing(true)}
          onCompositionEnd={() => setComposing(false)}
        />
        {waiting && <Spin size="small" />}
        <CameraButton open={camera} onToggle={() => setCamera(!camera)} />
      </div>
      {camera && (
        <Suspense>
          <CameraScan
            onScan={(code) => {
              setTyped(code)
              setAt(0)
              setEager(true)
              setCamera(false)
            }}
            onClose={() => setCamera(false)}
          />
        </Suspense>
      )}
      <div
        className="py-palette-list"
        id={`${id}list`}
        role="listbox"
        aria-label={t('title')}
        ref={list}
      >
        {items.map((item, place) => (
          <div key={item.key}>
            {items[place - 1]?.section !== item.section && (
              <div className="py-palette-section" role="presentation">
                {t(`section.${item.section}`)}
              </div>
            )}
            <div
              id={`${id}${place}`}
              role="option"
              aria-selected={place === chosen}
              className="py-palette-item"
              onMouseMove={() => place !== chosen && setAt(place)}
              onClick={() => run(item)}
            >
              <span>{item.title}</span>
              {item.note && <small>{item.note}</small>}
            </div>
          </div>
        ))}
        {items.length === 0 && (
          <p className="py-palette-none" role="status">
            {words === ''
              ? t('empty')
              : waiting
                ? t('asking')
                : t([...words].length < SHORT ? 'none.short' : 'none')}
          </p>
        )}
      </div>
      <div className="py-palette-foot" aria-hidden>
        <kbd>↑</kbd>
        <kbd>↓</kbd> {t('foot.choose')} <kbd>Enter</kbd> {t('foot.open')} <kbd>Esc</kbd>{' '}
        {t('foot.close')}
      </div>
    </Modal>
  )
}
