import { Button, Radio, Skeleton } from 'antd'
import { useState } from 'react'
import { serviceDesk } from '#contracts/commercial/services.ts'
import type { Out } from '#contracts/kit/endpoint.ts'
import { useUnsaved } from '../../../kit/platform/unsaved.ts'
import { useApi } from '../../../kit/http/query.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { ErrorNote } from '../../../kit/platform/empty.tsx'
import { RefSelect } from '../../../kit/form/choices/ref-select.tsx'
import { useCan } from '../../../kit/session/permissions.tsx'
import { useT } from '../../../kit/text/i18n.ts'

type Stored = Out<typeof serviceDesk.customers>

/** Which customers a service is open to. */
export function OpenTo({ serviceId }: { serviceId: string }) {
  const found = useApi(serviceDesk.customers, { id: serviceId }, { staleTime: 0 })
  if (found.error && !found.data)
    return <ErrorNote error={found.error} retry={() => void found.refetch()} />
  if (!found.data) return <Skeleton active />
  return <Choice key={found.data.version} serviceId={serviceId} stored={found.data} />
}

function Choice({ serviceId, stored }: { serviceId: string; stored: Stored }) {
  const t = useT('services')
  const edit = useCan(serviceDesk.openTo)
  const known = stored.customers.map(({ id }) => id)
  const [restricted, setRestricted] = useState(stored.restricted)
  const [ids, setIds] = useState<readonly string[]>(known)
  const changed =
    restricted !== stored.restricted ||
    (restricted && ids.toSorted().join() !== known.toSorted().join())
  useUnsaved(changed)
  const send = useAction(serviceDesk.openTo)
  const save = () =>
    send.run({ id: serviceId, version: stored.version, restricted, customerIds: [...ids] })
  return (
    <div className="svc-fields">
      <p className="py-hint">{t('customers.hint')}</p>
      <Radio.Group
        disabled={!edit}
        value={restricted}
        onChange={(event) => setRestricted(event.target.value as boolean)}
        options={[
          { value: false, label: t('customers.all') },
          { value: true, label: t('customers.some') },
        ]}
      />
      {restricted && (
        <div className="svc-customers">
          <label htmlFor="svc-customers">{t('customers.list', { count: ids.length })}</label>
          <RefSelect
            id="svc-customers"
            of="customers"
            many
            disabled={!edit}
            value={ids}
            onChange={(chosen) => setIds(chosen === null ? [] : [chosen].flat())}
          />
          {stored.others > 0 && <p>{t('customers.others', { count: stored.others })}</p>}
        </div>
      )}
      {edit && (
        <div className="svc-save">
          <Button
            type="primary"
            loading={send.busy}
            disabled={!changed}
            onClick={() => void save()}
          >
            {t('action.save')}
          </Button>
        </div>
      )}
    </div>
  )
}
