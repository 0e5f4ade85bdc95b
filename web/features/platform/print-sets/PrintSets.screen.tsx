import { CheckOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { printSets, printSetList } from '#contracts/platform/operations/print-sets.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { useApi } from '../../../kit/http/query.ts'
import { ResourceScreen } from '../../../kit/resource/resource-screen.tsx'
import { useAction } from '../../../kit/http/use-action.ts'
import './print-sets.css'

/** How labels and papers are printed: for all users, for a depot, and for the user. */
export default function PrintSets() {
  const t = useT('rules')
  const mine = useApi(printSets.mine, {}, { quiet: true, staleTime: 0 })
  const choose = useAction(printSets.choose)
  return (
    <ResourceScreen
      of={printSetList}
      columns={[
        'name',
        'paper',
        'language',
        'widthMm',
        'heightMm',
        'horizontal',
        'preview',
        'depotId',
        'place',
        'isDefault',
        'remark',
      ]}
      top={
        <p className="prs-mine">
          {t('print.mine')}:{' '}
          <strong>
            {mine.data
              ? `${mine.data.name} (${mine.data.widthMm} × ${mine.data.heightMm} mm)`
              : t('print.mine.none')}
          </strong>{' '}
          {mine.data ? (
            <Button
              size="small"
              loading={choose.busy}
              onClick={() => void choose.run({ id: null })}
            >
              {t('print.mine.auto')}
            </Button>
          ) : (
            <span className="py-hint">{t('print.mine.how')}</span>
          )}
        </p>
      }
      rowActions={(row) => [
        {
          key: 'mine',
          label: t('print.mine.choose'),
          icon: <CheckOutlined />,
          blocked: mine.data?.id === row.id ? t('print.mine') : null,
          onClick: () => void choose.run({ id: row.id }),
        },
      ]}
    />
  )
}
