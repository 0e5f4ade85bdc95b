import { Button, Popover } from 'antd'
import { useId, useState, type ReactNode } from 'react'
import { PAGE_LINK } from '#contracts/platform/messaging/notices.content.ts'
import { useT } from '../../../kit/text/i18n.ts'

/** Sets, changes or takes away the link under the cursor. */
export function LinkBox({
  href,
  disabled,
  icon,
  onSet,
}: {
  href: string | null
  disabled: boolean
  icon: ReactNode
  onSet: (href: string | null) => void
}) {
  const t = useT('notices')
  const id = useId()
  const [open, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const wrong = typed.trim() !== '' && !PAGE_LINK.test(typed.trim())
  const done = (next: string | null) => {
    setOpen(false)
    onSet(next)
  }
  return (
    <Popover
      trigger="click"
      open={open}
      placement="bottomLeft"
      destroyOnHidden
      onOpenChange={(next) => {
        setOpen(next && !disabled)
        setTyped(href ?? '')
      }}
      content={
        <div className="notice-link">
          <label htmlFor={id}>{t('editor.address')}</label>
          {/* Inside another form: Enter must not save that. */}
          <input
            id={id}
            className="py-input"
            autoFocus
            value={typed}
            placeholder="https:// … / …"
            aria-invalid={wrong}
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Escape') {
                event.stopPropagation()
                setOpen(false)
              }
              if (event.key !== 'Enter') return
              event.preventDefault()
              event.stopPropagation()
              const address = event.currentTarget.value.trim()
              if (address === '' || PAGE_LINK.test(address)) done(address || null)
            }}
          />
          {wrong && <p role="alert">{t('editor.badAddress')}</p>}
          <span className="py-actions">
            {href !== null && (
              <Button size="small" onClick={() => done(null)}>
                {t('editor.unlink')}
              </Button>
            )}
            <Button
              size="small"
              type="primary"
              disabled={wrong || typed.trim() === ''}
              onClick={() => done(typed.trim())}
            >
              {t('editor.setLink')}
            </Button>
          </span>
        </div>
      }
    >
      <button
        type="button"
        tabIndex={-1}
        title={t('editor.link')}
        aria-label={t('editor.link')}
        aria-pressed={href !== null}
        aria-expanded={open}
        disabled={disabled}
        onMouseDown={(event) => event.preventDefault()}
      >
        {icon}
      </button>
    </Popover>
  )
}
