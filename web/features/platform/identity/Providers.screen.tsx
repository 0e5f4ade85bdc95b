import { Skeleton, Tabs } from 'antd'
import { thirdProviders } from '#contracts/platform/session/identity-third.ts'
import { ErrorNote } from '../../../kit/platform/empty.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { PageHeader } from '../../../kit/platform/page-header.tsx'
import { useApi } from '../../../kit/http/query.ts'
import { useDelayedFlag } from '../../../kit/platform/use-timing.ts'
import { ProviderForm } from './provider-form.tsx'
import './providers.css'

/** Which other providers may identify users: a form for each. */
export default function Providers() {
  const t = useT('third-providers')
  const found = useApi(thirdProviders.settings, {}, { staleTime: 0 })
  const late = useDelayedFlag(!found.data)
  return (
    <div>
      <PageHeader title={t('title')} />
      <p className="idp-note">{t('note')}</p>
      {found.isError && !found.data && (
        <ErrorNote error={found.error} retry={() => void found.refetch()} />
      )}
      {!found.data && !found.isError && late && <Skeleton active />}
      {found.data && (
        <Tabs
          items={found.data.map((state) => ({
            key: state.source,
            label: `${t(`source.${state.source}`)}${state.enabled ? ' ✓' : ''}`,
            children: <ProviderForm key={state.version} state={state} />,
          }))}
        />
      )}
    </div>
  )
}
