import { Suspense } from 'react'
import { RecordFiles } from '../../../kit/files/record-files.tsx'
import { useT } from '../../../kit/text/i18n.ts'

/** How a parcel looks, taken at the station. */
export function Photos({ of, id, no }: { of: 'parcel' | 'intercept'; id: string; no: string }) {
  const t = useT('scans')
  return (
    <section className="wh-photos" aria-label={t('photos.of', { no })}>
      <h2>{t('photos.of', { no })}</h2>
      {/* Its texts come with the first one: the field of scans must not go meanwhile. */}
      <Suspense>
        <RecordFiles key={id} ownerKind={of} ownerId={id} kind="photo" />
      </Suspense>
    </section>
  )
}
