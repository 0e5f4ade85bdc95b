import { CloudSyncOutlined, EditOutlined, MailOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { countryList, countries } from '#contracts/platform/lists/countries.ts'
import type { RowOf } from '#contracts/kit/entity.ts'
import { useConfirm } from '../../../kit/platform/confirm.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { useNotify } from '../../../kit/http/notify.tsx'
import { Can, useRightsCheck } from '../../../kit/session/permissions.tsx'
import { ResourceScreen } from '../../../kit/resource/resource-screen.tsx'
import { useAction } from '../../../kit/http/use-action.ts'
import './countries.css'

const CountryDialog = lazy(() => import('./country-dialog.tsx'))
const PostcodeDialog = lazy(() => import('./postcode-dialog.tsx'))
type Country = RowOf<typeof countryList>

/** Countries and regions with what customs and carriers ask; who runs the platform keeps them. */
export default function Countries() {
  const t = useT('rules')
  const may = useRightsCheck()
  const go = useNavigate()
  const confirm = useConfirm()
  const notify = useNotify()
  const [open, setOpen] = useState<{ kind: 'edit' | 'postcode'; row: Country } | null>(null)
  const refresh = useAction(countries.fromPackage, {
    success: false,
    onDone: (done) => notify.success(t('country.fromPackage.done', done)),
  })
  const ask = async () => {
    if (
      (await confirm({
        title: t('country.fromPackage'),
        content: t('country.fromPackage.ask'),
      })) !== null
    )
      void refresh.run({})
  }
  return (
    <>
      <ResourceScreen
        of={countryList}
        columns={[
          'iso2',
          'name',
          'iso3',
          'isoNum',
          'phoneCode',
          'currency',
          'eu',
          'embargo',
          'enabled',
        ]}
        rowTone={(row) => (row.embargo ? 'bad' : undefined)}
        toolbar={() => (
          <>
            {may('base:postal:list') && (
              <Button icon={<MailOutlined />} onClick={() => void go('/delivery/postal-rules')}>
                {t('country.postcode.rules')}
              </Button>
            )}
            <Can action={countries.fromPackage}>
              <Button
                icon={<CloudSyncOutlined />}
                loading={refresh.busy}
                onClick={() => void ask()}
              >
                {t('country.fromPackage')}
              </Button>
            </Can>
          </>
        )}
        rowActions={(row) => [
          ...(may(countries.fromPackage)
            ? [
                {
                  key: 'edit',
                  label: t('action.edit'),
                  icon: <EditOutlined />,
                  onClick: () => setOpen({ kind: 'edit', row }),
                },
              ]
            : []),
          {
            key: 'postcode',
            label: t('country.postcode'),
            icon: <MailOutlined />,
            onClick: () => setOpen({ kind: 'postcode', row }),
          },
        ]}
      />
      <Suspense>
        {open?.kind === 'edit' && <CountryDialog row={open.row} onClose={() => setOpen(null)} />}
        {open?.kind === 'postcode' && (
          <PostcodeDialog row={open.row} onClose={() => setOpen(null)} />
        )}
      </Suspense>
    </>
  )
}
