import { SearchOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { numberPools } from '#contracts/commercial/numbers/number-pools.entity.ts'
import { poolNumbers } from '#contracts/commercial/numbers/number-pools.ts'
import { numberSegmentList } from '#contracts/commercial/numbers/number-segments.entity.ts'
import { Segments } from '../../../kit/form/segments.tsx'
import { useRightsCheck } from '../../../kit/session/permissions.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { Pools } from './pools.tsx'
import { SegmentList } from './segment-list.tsx'
import './numbers.css'

const SearchDialog = lazy(() => import('./search-dialog.tsx'))

/** Where tracking numbers come from: pools of a carrier's numbers, and segments of our own. */
export default function Numbers() {
  const t = useT('numbers')
  const may = useRightsCheck()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const [searching, setSearching] = useState(false)
  const [pools, segments] = [may(numberPools.endpoints.list), may(numberSegmentList.endpoints.list)]
  const atSegments = pathname.endsWith('/number-segments')
  const [tab, setTab] = useState<'pools' | 'segments'>(atSegments || !pools ? 'segments' : 'pools')
  const tabs = pools && segments && (
    <div className="number-tabs">
      <Segments
        options={[
          { value: 'pools', label: t('tab.pools') },
          { value: 'segments', label: t('tab.segments') },
        ]}
        value={tab}
        onChange={(next) => {
          // Filters of the one list mean nothing to the other.
          void navigate(pathname, { replace: true })
          setTab(next)
        }}
      />
    </div>
  )
  const find = may(poolNumbers.search) && (
    <Button icon={<SearchOutlined />} onClick={() => setSearching(true)}>
      {t('search')}
    </Button>
  )
  return (
    <>
      {tab === 'pools' ? (
        <Pools tabs={tabs} toolbar={find} />
      ) : (
        <SegmentList tabs={tabs} toolbar={find} />
      )}
      <Suspense>{searching && <SearchDialog onClose={() => setSearching(false)} />}</Suspense>
    </>
  )
}
