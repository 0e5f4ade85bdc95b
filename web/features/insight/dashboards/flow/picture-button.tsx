import { FileImageOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { useT } from '../../../../kit/text/i18n.ts'
import { useNotify } from '../../../../kit/http/notify.tsx'

/** Saves what `draw` makes; `blocked` is the reason why that is not possible now. */
export function PictureButton({
  name,
  draw,
  blocked = null,
}: {
  name: string
  draw: () => Promise<void>
  blocked?: string | null
}) {
  const t = useT('dashboards')
  const notify = useNotify()
  const [busy, setBusy] = useState(false)
  const save = () => {
    setBusy(true)
    draw()
      .then(
        () => notify.success(t('png.done')),
        () => notify.warning(t('png.failed')),
      )
      .finally(() => setBusy(false))
  }
  return (
    <Button
      type="text"
      size="small"
      icon={<FileImageOutlined />}
      loading={busy}
      disabled={blocked !== null}
      aria-label={t('png.of', { name })}
      title={blocked ?? t('png.of', { name })}
      onClick={save}
    />
  )
}
