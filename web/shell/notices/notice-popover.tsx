import { Dropdown } from 'antd'
import type { ComponentProps } from 'react'
import { useT } from '../../kit/text/i18n.ts'
import NoticePanel from './notice-panel.tsx'

/** The list of what waits, open below the element it lies in until something else is pressed. */
export default function NoticePopover(panel: ComponentProps<typeof NoticePanel>) {
  const t = useT('notice-bell')
  return (
    <Dropdown
      open
      trigger={['click']}
      placement="bottomRight"
      rootClassName="py-notices-pop"
      menu={{ items: [] }}
      onOpenChange={(open) => {
        if (!open) panel.onClose()
      }}
      popupRender={() => (
        <div
          className="py-notices"
          role="dialog"
          aria-label={t('title')}
          onKeyDown={(event) => event.key === 'Escape' && panel.onClose()}
        >
          <NoticePanel {...panel} />
        </div>
      )}
    >
      <span className="py-menu-anchor" />
    </Dropdown>
  )
}
