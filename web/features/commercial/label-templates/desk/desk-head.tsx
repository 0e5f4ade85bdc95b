import { PictureOutlined, PrinterOutlined, SaveOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { labelDesigns, type Design } from '#contracts/commercial/labels/designs.ts'
import type { LabelDocument } from '#contracts/commercial/labels/document.ts'
import type { Finding } from '#contracts/commercial/labels/findings.ts'
import { nameOf } from '#contracts/kit/names.ts'
import { PageHeader } from '../../../../kit/platform/page-header.tsx'
import { StatusTag } from '../../../../kit/platform/status-tag.tsx'
import { useCan } from '../../../../kit/session/permissions.tsx'
import { useLang, useT } from '../../../../kit/text/i18n.ts'
import type { PreviewOf } from '../panels/preview-panel.tsx'
import { SavedState } from './draft-notes.tsx'
import type { Desk } from './desk.ts'
import type { DraftState } from './use-draft.ts'

const PublishDialog = lazy(() => import('../panels/publish-dialog.tsx'))
const TestPrintDialog = lazy(() => import('../panels/test-print-dialog.tsx'))

/** The template's name and state, its services, and what is done with it as a whole. */
export function DeskHead({
  desk,
  designs,
  draft,
  document,
  findings,
  shownId,
  readOnly,
  of,
  onSelect,
  onShow,
  onPublished,
  onPictures,
}: {
  desk: Desk
  /** All versions, the draft as it was saved last. */
  designs: readonly Design[]
  draft: DraftState
  document: LabelDocument
  /** Null while they are on their way. */
  findings: readonly Finding[] | null
  shownId: string | null
  readOnly: boolean
  of: PreviewOf
  onSelect: (id: string) => void
  onShow: (designId: string | null) => void
  onPublished: () => void
  onPictures: () => void
}) {
  const t = useT('label-designer')
  const mayPublish = useCan(labelDesigns.publish)
  const [open, setOpen] = useState<'publish' | 'print' | null>(null)
  const shown = designs.find(({ id }) => id === shownId)
  const errors = findings?.filter(({ severity }) => severity === 'error') ?? []
  const nothing = draft.draft === null && !draft.changed
  const blocked = draft.theirs
    ? t('save.stopped')
    : errors.length > 0
      ? t('publish.blocked', { count: errors.length, first: errors[0]?.message ?? '' })
      : nothing
        ? t('publish.nothing')
        : null
  return (
    <>
      <PageTitle desk={desk}>
        {!readOnly && <SavedState draft={draft} />}
        {shown && <Button onClick={() => onShow(null)}>{t('version.back')}</Button>}
        {!readOnly && (
          <Button
            icon={<SaveOutlined />}
            disabled={!draft.changed || draft.theirs !== null}
            title={t('save.key')}
            onClick={() => void draft.save()}
          >
            {t('save')}
          </Button>
        )}
        <Button icon={<PictureOutlined />} onClick={onPictures}>
          {t('pictures')}
        </Button>
        <Button icon={<PrinterOutlined />} onClick={() => setOpen('print')}>
          {t('print.title')}
        </Button>
        {mayPublish && !readOnly && (
          <span title={blocked ?? undefined}>
            <Button type="primary" disabled={nothing} onClick={() => setOpen('publish')}>
              {errors.length > 0 ? t('publish.withErrors', { count: errors.length }) : t('publish')}
            </Button>
          </span>
        )}
      </PageTitle>
      {shown && (
        <p className="lbl-looking" role="status">
          {t('version.looking', { no: shown.versionNo, state: t(`state.${shown.state}`) })}
        </p>
      )}
      <Suspense>
        {open === 'publish' && (
          <PublishDialog
            templateId={desk.id}
            findings={findings}
            elements={document.elements}
            services={desk.services.length}
            remark={draft.draft?.remark ?? ''}
            save={draft.save}
            onSelect={onSelect}
            onDone={() => {
              setOpen(null)
              onPublished()
            }}
            onClose={() => setOpen(null)}
          />
        )}
        {open === 'print' && (
          <TestPrintDialog
            templateId={desk.id}
            name={desk.code}
            designs={designs}
            of={of}
            save={readOnly || nothing ? null : draft.save}
            onClose={() => setOpen(null)}
          />
        )}
      </Suspense>
    </>
  )
}

/** Code and name, which version prints now, and the services it prints for. */
export function PageTitle({ desk, children }: { desk: Desk; children?: ReactNode }) {
  const t = useT('label-designer')
  const lang = useLang()
  const published = desk.designs.find(({ state }) => state === 'published')
  return (
    <>
      <PageHeader
        title={`${desk.code} ${nameOf(desk, lang, 'name')}`}
        note={
          <StatusTag tone={published ? 'done' : 'idle'}>
            {published ? t('prints.version', { no: published.versionNo }) : t('prints.builtIn')}
          </StatusTag>
        }
      >
        {children}
      </PageHeader>
      <p className="lbl-services">
        {desk.services.length === 0
          ? t('services.none')
          : t('services', { count: desk.services.length })}{' '}
        {desk.services.slice(0, 8).map(({ id, code, name }) => (
          <Link key={id} to={`/delivery/services/${id}?part=label`} title={name}>
            {code}
          </Link>
        ))}
        {desk.services.length > 8 && t('services.more', { count: desk.services.length - 8 })}
      </p>
    </>
  )
}
