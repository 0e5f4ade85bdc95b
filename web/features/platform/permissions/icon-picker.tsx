import { Button, Popover } from 'antd'
import { useState } from 'react'
import { useT } from '../../../kit/text/i18n.ts'
import NamedIcon, { iconNames } from '../../../kit/platform/icons/named-icons.tsx'

/** An icon by its name, chosen from those the menu can draw. */
export function IconPicker({
  id,
  value = null,
  onChange,
}: {
  id?: string
  value?: string | null
  onChange?: (name: string | null) => void
}) {
  const t = useT('permissions')
  const [open, setOpen] = useState(false)
  const [words, setWords] = useState('')
  const choose = (name: string | null) => {
    onChange?.(name)
    setOpen(false)
  }
  const grid = (
    <div className="perm-icons" role="dialog" aria-label={t('icon.choose')}>
      <input
        type="search"
        className="py-input"
        value={words}
        placeholder={t('icon.search')}
        aria-label={t('icon.search')}
        onChange={(event) => setWords(event.target.value)}
      />
      <ul>
        {iconNames
          .filter((name) => name.includes(words.trim().toLowerCase()))
          .map((name) => (
            <li key={name}>
              <button
                type="button"
                title={name}
                aria-label={name}
                aria-pressed={name === value}
                onClick={() => choose(name)}
              >
                <NamedIcon name={name} />
              </button>
            </li>
          ))}
      </ul>
      {value && (
        <Button size="small" type="text" onClick={() => choose(null)}>
          {t('icon.none')}
        </Button>
      )}
    </div>
  )
  return (
    <Popover trigger="click" open={open} onOpenChange={setOpen} content={grid} destroyOnHidden>
      <Button {...(id ? { id } : {})} {...(value ? { icon: <NamedIcon name={value} /> } : {})}>
        {value ?? t('icon.choose')}
      </Button>
    </Popover>
  )
}
