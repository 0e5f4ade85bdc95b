import { UploadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { codRemittanceList, codRemittances } from '#contracts/money/cod/cod-remittances.ts'
import { ResourceScreen } from '../../../kit/resource/resource-screen.tsx'
import { useRightsCheck } from '../../../kit/session/permissions.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { CodLines } from './cod-lines.tsx'

const ImportRemittance = lazy(() => import('./import-remittance.tsx'))
const SUMS = ['amount'] as const

/** Files of carriers, with their lines. */
export function Remittances({ top, title }: { top: ReactNode; title: string }) {
  const t = useT('cod')
  const may = useRightsCheck()
  const [importing, setImporting] = useState(false)
  return (
    <>
      <ResourceScreen
        of={codRemittanceList}
        title={title}
        top={top}
        sums={SUMS}
        detailSize={980}
        aside={(row) => <CodLines key={row.id} remittanceId={row.id} />}
        newButton={
          may(codRemittances.importFile) && (
            <Button type="primary" icon={<UploadOutlined />} onClick={() => setImporting(true)}>
              {t('import')}
            </Button>
          )
        }
      />
      <Suspense>{importing && <ImportRemittance onClose={() => setImporting(false)} />}</Suspense>
    </>
  )
}
