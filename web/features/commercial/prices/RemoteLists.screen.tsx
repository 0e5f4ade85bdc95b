import { UnorderedListOutlined, UploadOutlined } from '@ant-design/icons'
import { Suspense, lazy, useState } from 'react'
import { useNavigate } from 'react-router'
import type { RowOf } from '#contracts/kit/entity.ts'
import { remoteLists, remoteSheets } from '#contracts/commercial/prices/remote-lists.ts'
import { ResourceScreen } from '../../../kit/resource/resource-screen.tsx'
import { useCan } from '../../../kit/session/permissions.tsx'
import { useT } from '../../../kit/text/i18n.ts'

const ImportRemote = lazy(() => import('./import-remote.tsx'))

/** Remote lists; their postcodes come from a file and are a list of their own. */
export default function RemoteLists() {
  const t = useT('prices')
  const navigate = useNavigate()
  const mayImport = useCan(remoteSheets.importPostcodes)
  const [target, setTarget] = useState<RowOf<typeof remoteLists> | null>(null)
  return (
    <>
      <ResourceScreen
        of={remoteLists}
        rowActions={(row) => [
          ...(mayImport
            ? [
                {
                  key: 'import',
                  label: t('remote.import'),
                  icon: <UploadOutlined />,
                  onClick: () => setTarget(row),
                },
              ]
            : []),
          {
            key: 'postcodes',
            label: t('remote.postcodes'),
            icon: <UnorderedListOutlined />,
            onClick: () => void navigate(`/delivery/remote-postcodes?listId=${row.id}`),
          },
        ]}
      />
      <Suspense>
        {target && <ImportRemote list={target} onClose={() => setTarget(null)} />}
      </Suspense>
    </>
  )
}
