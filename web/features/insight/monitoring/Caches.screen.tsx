import { Button } from 'antd'
import { monitoring } from '#contracts/insight/monitoring.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { useNotify } from '../../../kit/http/notify.tsx'
import { useConfirm } from '../../../kit/platform/confirm.tsx'
import { useRightsCheck } from '../../../kit/session/permissions.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { BoardView } from './board-view.tsx'

/** The caches of the process, and emptying one. */
export default function Caches({ title }: { title: string }) {
  const t = useT('monitoring')
  const may = useRightsCheck()
  const confirm = useConfirm()
  const notify = useNotify()
  const clear = useAction(monitoring.clearCache, { success: false })
  const ask = async (name: string) => {
    const label = t.has(`value.caches.${name}`) ? t(`value.caches.${name}`) : name
    if (
      (await confirm({
        title: t('clear.title', { name: label }),
        content: t('clear.note'),
        ok: t('clear'),
      })) === null
    )
      return
    const done = await clear.run({ name })
    if (done.ok) notify.success(t('clear.done', { name: label, count: done.result.entries }))
  }
  return (
    <BoardView
      title={title}
      call={monitoring.cache}
      {...(may(monitoring.clearCache)
        ? {
            rowAction: ({ name }) => (
              <Button size="small" loading={clear.busy} onClick={() => void ask(String(name))}>
                {t('clear')}
              </Button>
            ),
          }
        : {})}
    />
  )
}
