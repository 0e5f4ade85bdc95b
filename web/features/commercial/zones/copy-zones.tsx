import { Button } from 'antd'
import { useState } from 'react'
import { zones } from '#contracts/commercial/zones/zones.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { RefSelect } from '../../../kit/form/choices/ref-select.tsx'
import { useCan } from '../../../kit/session/permissions.tsx'
import { useT } from '../../../kit/text/i18n.ts'

/** A service without zones can take those of another one. */
export function CopyZones({ serviceId, onDone }: { serviceId: string; onDone: () => void }) {
  const t = useT('zones')
  const [source, setSource] = useState<string | null>(null)
  const clone = useAction(zones.clone, { onDone })
  const may = useCan(zones.clone)
  if (!may) return null
  return (
    <div className="zone-line">
      <label htmlFor="zone-source">{t('copy.from')}</label>
      <RefSelect
        id="zone-source"
        of="delivery-services"
        value={source}
        onChange={(id) => setSource(id === null ? null : String(id))}
      />
      <Button
        disabled={source === null}
        loading={clone.busy}
        onClick={() => source && void clone.run({ fromServiceId: source, toServiceId: serviceId })}
      >
        {t('copy')}
      </Button>
    </div>
  )
}
