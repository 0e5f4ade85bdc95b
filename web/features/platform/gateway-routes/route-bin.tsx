import { Button, Drawer } from 'antd'
import { gatewayRoutes } from '#contracts/platform/operations/gateway-routes.ts'
import { useApi } from '../../../kit/http/query.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { useConfirm } from '../../../kit/platform/confirm.tsx'
import { Empty } from '../../../kit/platform/empty.tsx'
import { Can } from '../../../kit/session/permissions.tsx'
import { useT } from '../../../kit/text/i18n.ts'

/** Deleted routes, to have back or to lose for good. */
export default function RouteBin({ onClose }: { onClose: () => void }) {
  const t = useT('gateway-routes')
  const confirm = useConfirm()
  const found = useApi(gatewayRoutes.bin, {}, { staleTime: 0 })
  const restore = useAction(gatewayRoutes.restore)
  const purge = useAction(gatewayRoutes.purge)
  const ask = async (id: string, name: string) => {
    const title = `${t('purge')}: ${name}`
    if ((await confirm({ title, ok: t('purge'), danger: true })) !== null)
      await purge.run({ ids: [id] })
  }
  return (
    <Drawer open size={480} onClose={onClose} rootClassName="py-drawer" title={t('bin')}>
      {found.data?.length === 0 && <Empty kind="nothing" title={t('bin.empty')} />}
      <ul>
        {found.data?.map(({ id, name, uri }) => (
          <li key={id}>
            {name} · {uri}{' '}
            <Can action={gatewayRoutes.restore}>
              <Button size="small" onClick={() => void restore.run({ ids: [id] })}>
                {t('restore')}
              </Button>{' '}
              <Button size="small" danger onClick={() => void ask(id, name)}>
                {t('purge')}
              </Button>
            </Can>
          </li>
        ))}
      </ul>
    </Drawer>
  )
}
