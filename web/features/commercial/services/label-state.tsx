import { Link } from 'react-router'
import { labelDesigns } from '#contracts/commercial/labels/designs.ts'
import { useApi } from '../../../kit/http/query.ts'
import { StatusTag } from '../../../kit/platform/status-tag.tsx'
import { useCan } from '../../../kit/session/permissions.tsx'
import { useT } from '../../../kit/text/i18n.ts'

/** What a service's labels are printed by, with the way to its designer. */
export function LabelState({
  templateId,
  ownLabel,
}: {
  templateId: string | null
  /** False: the carrier makes the label. */
  ownLabel: boolean
}) {
  const t = useT('label-templates')
  const may = useCan(labelDesigns.design)
  const { data } = useApi(
    labelDesigns.design,
    { id: templateId ?? '' },
    { enabled: may && ownLabel && templateId !== null, quiet: true, staleTime: 0 },
  )
  if (!may || !ownLabel) return null
  if (templateId === null) return <p className="svc-label">{t('design.none')}</p>
  if (!data) return <p className="svc-label" aria-busy />
  const published = data.designs.find(({ state }) => state === 'published')
  const draft = data.designs.find(({ state }) => state === 'draft')
  return (
    <p className="svc-label">
      {published
        ? t('design.prints', { no: published.versionNo, code: data.code })
        : t('design.builtIn', { code: data.code, size: data.size })}{' '}
      {draft && <StatusTag tone="waiting">{t('state.draft', { no: draft.versionNo })}</StatusTag>}{' '}
      <Link to={`/delivery/labels/${templateId}`}>{t('design.open')}</Link>
    </p>
  )
}
