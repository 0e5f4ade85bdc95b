import { Drawer } from 'antd'
import { useT } from '../../kit/text/i18n.ts'
import SettingsForm from '../../kit/form/settings-form.tsx'

/** The interface's choices next to the page they change. */
export default function SettingsDrawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useT('ui-settings')
  return (
    <Drawer
      open={open}
      onClose={onClose}
      size={336}
      title={t('title')}
      styles={{ mask: { background: 'rgba(0,0,0,.12)' } }}
    >
      <SettingsForm />
    </Drawer>
  )
}
