import { SearchOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useRef, useState } from 'react'
import { useT } from '../../kit/text/i18n.ts'
import { lazyWithRetry } from '../layout/lazy-with-retry.tsx'

const MenuSearchBox = lazyWithRetry(() => import('./menu-search-box.tsx'))

/** Opens the menu search; looks like the field it brings. */
export function MenuSearchButton({ mobile }: { mobile: boolean }) {
  const t = useT('shell')
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const close = () => {
    setOpen(false)
    // Nobody must lose their place on the keyboard.
    if (document.activeElement === document.body || document.activeElement?.closest('.py-search'))
      button.current?.focus()
  }
  return (
    <div className="py-search">
      <Button
        ref={button}
        type="text"
        className={mobile ? undefined : 'py-search-button'}
        icon={<SearchOutlined />}
        aria-label={t('search.title')}
        aria-expanded={open}
        onClick={() => setOpen(true)}
      >
        {mobile ? null : <span className="py-wide">{t('search.title')}</span>}
      </Button>
      {open && <MenuSearchBox modal={mobile} onClose={close} onGone={close} />}
    </div>
  )
}
