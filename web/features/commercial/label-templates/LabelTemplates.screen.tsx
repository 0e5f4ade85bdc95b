import { CopyOutlined } from '@ant-design/icons'
import { lazy, Suspense, useCallback, useMemo, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { labelDesigns } from '#contracts/commercial/labels/designs.ts'
import { labelOverview } from '#contracts/commercial/labels/overview.ts'
import { labelTemplates } from '#contracts/commercial/label-templates.ts'
import type { RowOf } from '#contracts/kit/entity.ts'
import { useApi } from '../../../kit/http/query.ts'
import { useOpen } from '../../../kit/list/use-open.ts'
import { StatusTag } from '../../../kit/platform/status-tag.tsx'
import { ResourceScreen } from '../../../kit/resource/resource-screen.tsx'
import { useCan } from '../../../kit/session/permissions.tsx'
import { Moment } from '../../../kit/platform/cells.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { nameOfAccount } from '../../../kit/session/account-names.ts'
import './templates.css'

const CopyDialog = lazy(() => import('./desk/copy-dialog.tsx'))
const FormDrawer = lazy(() => import('../../../kit/resource/resource-form-drawer.tsx'))
type Row = RowOf<typeof labelTemplates>
const COLUMNS = ['code', 'name', 'size', 'state', 'services', 'changed', 'footer'] as const

/** What labels are drawn by; each template has a designer of its own. */
export default function LabelTemplates() {
  const t = useT('label-templates')
  const navigate = useNavigate()
  const { open, show, close } = useOpen('template')
  const [copying, setCopying] = useState<Row | null>(null)
  const mayEdit = useCan(labelTemplates.endpoints.edit)
  const mayCopy = useCan(labelDesigns.copy)
  const { data } = useApi(labelOverview.overview, {})
  const states = useMemo(() => new Map(data?.templates.map((one) => [one.id, one])), [data])
  const cells = useMemo(
    () => ({
      state: ({ id }: Row) => {
        const known = states.get(id)
        if (!known) return null
        return (
          <span className="lbl-states">
            <StatusTag tone={known.published ? 'done' : 'idle'}>
              {known.published
                ? t('state.published', { no: known.published.versionNo })
                : t('state.builtIn')}
            </StatusTag>
            {known.draft && (
              <StatusTag tone="waiting">
                {t('state.draft', { no: known.draft.versionNo })}
              </StatusTag>
            )}
          </span>
        )
      },
      services: ({ id }: Row) => (
        <span className="lbl-used">
          {states.get(id)?.services.map((service) => (
            <Link
              key={service.id}
              to={`/delivery/services/${service.id}?part=label`}
              title={service.name}
              onClick={(event) => event.stopPropagation()}
            >
              {service.code}
            </Link>
          ))}
        </span>
      ),
      changed: ({ id }: Row) => {
        const known = states.get(id)
        const last = known?.draft ?? known?.published
        return (
          last && (
            <span>
              {nameOfAccount(last.changedBy)} <Moment at={last.at} />
            </span>
          )
        )
      },
    }),
    [states, t],
  )
  const rowActions = useCallback(
    (row: Row) => [
      ...(mayEdit
        ? [
            {
              key: 'data',
              label: t('edit.data'),
              onClick: () => show({ kind: 'edit', id: row.id }),
            },
          ]
        : []),
      ...(mayCopy
        ? [
            {
              key: 'copy',
              label: t('copy'),
              icon: <CopyOutlined />,
              onClick: () => setCopying(row),
            },
          ]
        : []),
    ],
    [mayEdit, mayCopy, show, t],
  )
  const page = {
    open: (row: Row) => void navigate(`/delivery/labels/${row.id}`),
    add: () => show({ kind: 'new', id: null }),
  }
  return (
    <>
      <ResourceScreen
        of={labelTemplates}
        columns={COLUMNS}
        cells={cells}
        rowActions={rowActions}
        page={page}
      />
      <Suspense>
        {(open?.kind === 'edit' || open?.kind === 'new') && (
          <FormDrawer
            of={labelTemplates}
            t={t}
            id={open.kind === 'edit' ? open.id : null}
            copyOf={null}
            onClose={close}
            onNext={null}
          />
        )}
        {copying && <CopyDialog row={copying} onClose={() => setCopying(null)} />}
      </Suspense>
    </>
  )
}
