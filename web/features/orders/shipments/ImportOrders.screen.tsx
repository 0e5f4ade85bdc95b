import { Button } from 'antd'
import { useState } from 'react'
import { KINDS, type KindCode } from '#contracts/orders/kinds/kinds.ts'
import { useAddress } from '../../../kit/list/use-address.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { PageHeader } from '../../../kit/platform/page-header.tsx'
import { ImportDrop } from './import/import-drop.tsx'
import { ImportHistory } from './import/import-history.tsx'
import { ImportMappings } from './import/import-mappings.tsx'
import { ImportState } from './import/import-state.tsx'
import { TemplateButtons } from './list/template-buttons.tsx'
import './shipments.css'

/**
 * Orders from a file: tried first, then taken; which import is shown stands in the address, so it
 * can be left and found again.
 */
export default function ImportOrders() {
  const t = useT('shipment-imports')
  const [params, setParams] = useAddress()
  const id = params.get('id')
  // A new drop zone for every file.
  const [round, setRound] = useState(0)
  const [kind, setKind] = useState<KindCode | ''>(
    () => KINDS.find(({ slug }) => slug === params.get('kind'))?.code ?? '',
  )
  const open = (next: string | null) => {
    if (next === null) setRound(round + 1)
    setParams((now) => {
      if (next) now.set('id', next)
      else now.delete('id')
      return now
    })
  }
  return (
    <div className="import-page">
      <PageHeader title={t('title')} note={t('intro')}>
        <TemplateButtons kind={kind} />
        {id && <Button onClick={() => open(null)}>{t('another')}</Button>}
      </PageHeader>
      {id ? (
        <ImportState key={id} id={id} onImport={open} onAnother={() => open(null)} />
      ) : (
        <ImportDrop key={round} kind={kind} onKind={setKind} onStarted={open} />
      )}
      <ImportHistory openId={id} onOpen={open} />
      {!id && <ImportMappings />}
    </div>
  )
}
