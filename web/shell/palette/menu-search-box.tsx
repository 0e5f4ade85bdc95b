import { ExportOutlined, NumberOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Modal } from 'antd'
import { useId, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { useNavigate } from 'react-router'
import { useLang, useT } from '../../kit/text/i18n.ts'
import { useSession } from '../../kit/session/session.ts'
import { openPalette } from '../global-tools.tsx'
import { otherTitles } from '../prefetch-permissions.ts'
import { withToken } from '../layout/menu.ts'
import { findEntries, searchEntries, type SearchEntry } from './menu-search.ts'

/**
 * Finds an entry of the menu by either title or its path. In the header a list under the field, on
 * small screens a dialog.
 */
export default function MenuSearchBox({ modal, onClose }: { modal: boolean; onClose: () => void }) {
  const t = useT('shell')
  if (!modal)
    return (
      <div
        className="py-search-pop"
        onBlur={(event) => {
          if (!event.currentTarget.contains(event.relatedTarget)) onClose()
        }}
      >
        <Box onClose={onClose} />
      </div>
    )
  return (
    <Modal
      open
      footer={null}
      onCancel={onClose}
      title={t('search.title')}
      className="py-search-modal"
      style={{ top: 12 }}
    >
      <Box onClose={onClose} />
      {/* No Ctrl+K on a phone: a number or a label leads to its parcel from here. */}
      <Button
        block
        size="large"
        icon={<NumberOutlined />}
        onClick={() => {
          onClose()
          openPalette()
        }}
      >
        {t('camera.find')}
      </Button>
    </Modal>
  )
}

function Box({ onClose }: { onClose: () => void }) {
  const t = useT('shell')
  const { rights, token } = useSession()
  const lang = useLang()
  const navigate = useNavigate()
  const id = useId()
  const list = useRef<HTMLUListElement>(null)
  const [query, setQuery] = useState('')
  const [at, setAt] = useState(0)
  // The menu speaks one language at a time; the other one's titles are asked for when someone first
  // searches.
  const other = useQuery({
    queryKey: ['rights', lang === 'zh_CN' ? 'en_US' : 'zh_CN', token, 'titles'],
    queryFn: ({ signal }) => otherTitles(token ?? '', lang, signal),
    staleTime: Infinity,
    retry: false,
  })
  const entries = useMemo(
    () => searchEntries(rights?.menu ?? [], other.data?.menu),
    [rights, other.data],
  )
  const found = useMemo(() => findEntries(entries, query), [entries, query])
  const chosen = Math.min(at, found.length - 1)

  const go = (entry: SearchEntry | undefined) => {
    if (!entry) return
    onClose()
    if (entry.opens) window.open(withToken(entry.opens, token), '_blank', 'noopener,noreferrer')
    else void navigate(entry.path)
  }
  const move = (to: number) => {
    setAt(to)
    list.current?.children[to]?.scrollIntoView({ block: 'nearest' })
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step && found.length > 0) {
      event.preventDefault()
      move((chosen + step + found.length) % found.length)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      go(found[chosen])
    } else if (event.key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      onClose()
    }
  }
  return (
    <>
      <input
        // The person has just asked for this field.
        autoFocus
        className="py-input"
        type="text"
        role="combobox"
        aria-expanded
        aria-controls={`${id}list`}
        aria-autocomplete="list"
        aria-label={t('search.title')}
        autoComplete="off"
        spellCheck={false}
        {...(found[chosen] ? { 'aria-activedescendant': `${id}${chosen}` } : {})}
        placeholder={t('search.placeholder')}
        value={query}
        onChange={(event) => {
          setQuery(event.target.value)
          setAt(0)
        }}
        onKeyDown={onKey}
      />
      <ul ref={list} id={`${id}list`} role="listbox" aria-label={t('search.title')}>
        {found.map((entry, index) => (
          // The field keeps the focus and hears the keys; the pointer needs no more than this.
          <li
            key={entry.path}
            id={`${id}${index}`}
            role="option"
            aria-selected={index === chosen}
            onPointerMove={() => {
              if (index !== chosen) setAt(index)
            }}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => go(entry)}
          >
            <span>
              {entry.title}
              {entry.opens && <ExportOutlined aria-label={t('search.opens')} />}
            </span>
            {entry.above && <small>{entry.above}</small>}
          </li>
        ))}
      </ul>
      <p className={found.length > 0 ? 'py-hidden' : 'py-search-none'} role="status">
        {found.length > 0 ? t('search.count', { count: found.length }) : t('search.none')}
      </p>
    </>
  )
}
