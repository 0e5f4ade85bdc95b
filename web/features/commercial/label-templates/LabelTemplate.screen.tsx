import { Skeleton } from 'antd'
import { lazy, Suspense, useMemo } from 'react'
import { useParams } from 'react-router'
import { labelDesigns } from '#contracts/commercial/labels/designs.ts'
import { mayLeave } from '../../../kit/platform/unsaved.ts'
import { useApi } from '../../../kit/http/query.ts'
import { useAddress } from '../../../kit/list/use-address.ts'
import { ErrorNote } from '../../../kit/platform/empty.tsx'
import { PageHeader } from '../../../kit/platform/page-header.tsx'
import { useBelowDesk } from '../../../kit/platform/use-timing.ts'
import { loadTexts, useT } from '../../../kit/text/i18n.ts'
import { deskOf } from './desk/desk.ts'

const withTexts = async <M,>(file: Promise<M>): Promise<M> => {
  const [loaded] = await Promise.all([file, loadTexts('label-designer'), loadTexts('label-fields')])
  return loaded
}
// The editor comes by itself: the list and the phone do without it.
const Designer = lazy(() => withTexts(import('./desk/designer.tsx')))
const PhoneView = lazy(() => withTexts(import('./desk/phone-view.tsx')))

/** One template: its designer, or what there is room for on a phone. */
export default function LabelTemplate() {
  const { id = '' } = useParams()
  const t = useT('label-templates')
  const narrow = useBelowDesk()
  const [params, change] = useAddress()
  const shownId = params.get('version')
  const found = useApi(
    labelDesigns.design,
    { id, ...(shownId ? { designId: shownId } : {}) },
    { staleTime: 0 },
  )
  const desk = useMemo(() => (found.data ? deskOf(found.data) : null), [found.data])
  if (found.error && !desk)
    return (
      <>
        <PageHeader title={t('one.page')} />
        <ErrorNote error={found.error} retry={() => void found.refetch()} />
      </>
    )
  // What was loaded for an earlier visit is not what is stored by now.
  if (!desk || !found.isFetchedAfterMount) return <Skeleton active />
  const View = narrow ? PhoneView : Designer
  return (
    <Suspense fallback={<Skeleton active />}>
      <View
        key={`${id}/${shownId ?? ''}`}
        desk={desk}
        shownId={shownId}
        onShow={(designId) =>
          void Promise.resolve(mayLeave()).then((yes) => {
            if (yes) change(() => new URLSearchParams(designId ? { version: designId } : {}))
          })
        }
        refetch={async () => {
          const { data } = await found.refetch()
          return data && deskOf(data)
        }}
      />
    </Suspense>
  )
}
