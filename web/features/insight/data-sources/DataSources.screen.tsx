import { ApiOutlined } from '@ant-design/icons'
import { Input } from 'antd'
import { dataSources, dataSourceList, MASKED } from '#contracts/insight/data-sources.ts'
import type { RowOf } from '#contracts/kit/entity.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { ResourceScreen } from '../../../kit/resource/resource-screen.tsx'
import { useRightsCheck } from '../../../kit/session/permissions.tsx'
import { useT } from '../../../kit/text/i18n.ts'

type Row = RowOf<typeof dataSourceList>
const COLUMNS = ['code', 'name', 'host', 'port', 'dbName', 'dbUsername', 'tls'] as const

/** Other databases that reports may read. */
export default function DataSources() {
  const t = useT('data-sources')
  const may = useRightsCheck()
  const test = useAction(dataSources.testConnection)
  const run = (row: Row) =>
    test.run({
      id: row.id,
      host: String(row.host),
      port: Number(row.port),
      dbName: String(row.dbName),
      dbUsername: String(row.dbUsername),
      dbPassword: row.dbPassword ? MASKED : null,
      tls: row.tls === true,
    })
  return (
    <ResourceScreen
      of={dataSourceList}
      columns={COLUMNS}
      inputs={{
        dbPassword: ({ id, value, onChange, disabled }) => (
          <Input
            {...(id ? { id } : {})}
            type="password"
            autoComplete="new-password"
            value={typeof value === 'string' ? value : ''}
            disabled={disabled ?? false}
            onChange={(event) => onChange?.(event.target.value)}
          />
        ),
      }}
      rowActions={(row) =>
        may(dataSources.testConnection)
          ? [
              {
                key: 'test',
                label: t('test'),
                icon: <ApiOutlined />,
                onClick: () => void run(row),
              },
            ]
          : []
      }
    />
  )
}
