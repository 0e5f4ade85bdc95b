import { SearchOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useT } from '../../kit/text/i18n.ts'
import { openPalette } from '../global-tools.tsx'

/** The one search: the same as Ctrl+K. */
export function SearchButton({ mobile }: { mobile: boolean }) {
  const t = useT('shell')
  const mac = /Mac|iPhone|iPad/.test(navigator.userAgent)
  return (
    <Button
      type="text"
      className={mobile ? undefined : 'py-search-button'}
      icon={<SearchOutlined />}
      aria-label={t('search.title')}
      aria-keyshortcuts={mac ? 'Meta+K' : 'Control+K'}
      aria-haspopup="dialog"
      title={mobile ? undefined : t('search.keys', { keys: mac ? '⌘K' : 'Ctrl K' })}
      onClick={openPalette}
    >
      {mobile ? null : (
        <span className="py-wide">{t('search.keys', { keys: mac ? '⌘K' : 'Ctrl K' })}</span>
      )}
    </Button>
  )
}
