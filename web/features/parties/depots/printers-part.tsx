import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useMemo } from 'react'
import { printSetList } from '#contracts/platform/operations/print-sets.ts'
import { useOpen } from '../../../kit/list/use-open.ts'
import { ResourceScreen } from '../../../kit/resource/resource-screen.tsx'
import { Can } from '../../../kit/session/permissions.tsx'
import { useT } from '../../../kit/text/i18n.ts'

const COLUMNS = [
  'name',
  'language',
  'paper',
  'widthMm',
  'heightMm',
  'place',
  'isDefault',
  'remark',
] as const

/** Print settings of one depot. */
export function PrintersPart({ depotId }: { depotId: string }) {
  const t = useT('depots')
  const { show } = useOpen(printSetList.name)
  const fixed = useMemo(() => ({ depotId }), [depotId])
  return (
    <ResourceScreen
      of={printSetList}
      name="depot-printers"
      header={false}
      fixed={fixed}
      columns={COLUMNS}
      top={
        <>
          <p className="py-hint">{t('printers.hint')}</p>
          <Can action={printSetList.endpoints.add}>
            <div className="py-desk-bar">
              <Button icon={<PlusOutlined />} onClick={() => show({ kind: 'new', id: null })}>
                {t('printers.new')}
              </Button>
            </div>
          </Can>
        </>
      }
    />
  )
}
