import {
  CloseOutlined,
  ColumnWidthOutlined,
  ReloadOutlined,
  VerticalLeftOutlined,
  VerticalRightOutlined,
} from '@ant-design/icons'
import { Dropdown } from 'antd'
import { useT } from '../../kit/text/i18n.ts'
import type { TabStore } from './tab-store.ts'
import { closing, type Side, type Tabs } from './tabs-state.ts'

/** What may be done with a tab and its neighbours (specification §2), where it was asked for. */
export default function TabMenu({
  tabStore,
  tabs,
  id,
  x,
  y,
  onClose,
}: {
  tabStore: TabStore
  tabs: Tabs
  id: string
  x: number
  y: number
  onClose: () => void
}) {
  const t = useT('shell')
  const icons = {
    one: <CloseOutlined />,
    left: <VerticalRightOutlined />,
    right: <VerticalLeftOutlined />,
    others: <ColumnWidthOutlined />,
  }
  const entry = (side: Side) => ({
    key: side,
    icon: icons[side],
    label: t(`tabs.close.${side}`),
    disabled: side !== 'one' && closing(tabs, id, side).length === 0,
  })
  const choose = (key: string) => {
    onClose()
    if (key === 'refresh') void tabStore.refresh(id)
    else if (key === 'one' || key === 'left' || key === 'right' || key === 'others')
      void tabStore.close(id, key)
  }
  return (
    <Dropdown
      open
      autoFocus
      placement="bottomLeft"
      trigger={['click']}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      menu={{
        onClick: ({ key }) => choose(key),
        items: [
          { key: 'refresh', icon: <ReloadOutlined />, label: t('tabs.refresh') },
          { type: 'divider' },
          entry('one'),
          entry('left'),
          entry('right'),
          entry('others'),
        ],
      }}
    >
      <span className="py-tab-anchor" style={{ left: x, top: y }} />
    </Dropdown>
  )
}
