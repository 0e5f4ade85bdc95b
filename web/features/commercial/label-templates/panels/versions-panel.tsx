import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import {
  labelDesigns,
  type Design,
  type DesignState,
} from '#contracts/commercial/labels/designs.ts'
import type { LabelDocument } from '#contracts/commercial/labels/document.ts'
import { useAction } from '../../../../kit/http/use-action.ts'
import { useConfirm } from '../../../../kit/platform/confirm.tsx'
import { StatusTag, type Tone } from '../../../../kit/platform/status-tag.tsx'
import { useCan } from '../../../../kit/session/permissions.tsx'
import { Moment } from '../../../../kit/platform/cells.tsx'
import { useT } from '../../../../kit/text/i18n.ts'
import { HERE } from './here.ts'
import { nameOfAccount } from '../../../../kit/session/account-names.ts'

const CompareDialog = lazy(() => import('./compare-dialog.tsx'))
export const STATE_TONES: Readonly<Record<DesignState, Tone>> = {
  draft: 'waiting',
  published: 'done',
  retired: 'idle',
}

/** All versions of a template, newest first: shown, compared, published again, thrown away. */
export function VersionsPanel({
  templateId,
  designs,
  here,
  shownId,
  readOnly,
  onShow,
  onTake,
  onChanged,
}: {
  templateId: string
  designs: readonly Design[]
  here: LabelDocument
  /** The version on the screen where it is an earlier one. */
  shownId: string | null
  readOnly: boolean
  onShow: (designId: string | null) => void
  /** Its document becomes the one on the screen. */
  onTake: ((designId: string) => void) | null
  onChanged: (what: 'rollBack' | 'drop') => void
}) {
  const t = useT('label-designer')
  const confirm = useConfirm()
  const mayPublish = useCan(labelDesigns.publish)
  const mayEdit = useCan(labelDesigns.saveDraft)
  const [comparing, setComparing] = useState<[string, string] | null>(null)
  const rollBack = useAction(labelDesigns.rollBack, { onDone: () => onChanged('rollBack') })
  const drop = useAction(labelDesigns.dropDraft, { onDone: () => onChanged('drop') })
  const published = designs.find(({ state }) => state === 'published')
  const askRollBack = async (one: Design) => {
    const yes = await confirm({
      title: t('rollBack.title', { no: one.versionNo }),
      content: t('rollBack.what', { no: published?.versionNo ?? '–' }),
    })
    if (yes !== null) await rollBack.run({ id: templateId, designId: one.id, version: one.version })
  }
  const askDrop = async (one: Design) => {
    const yes = await confirm({
      title: t('drop.title'),
      content: t(published ? 'drop.what' : 'drop.whatBuiltIn'),
      danger: true,
    })
    if (yes !== null) await drop.run({ id: templateId, version: one.version })
  }
  return (
    <div className="lbl-versions">
      {designs.length === 0 && <p className="lbl-help">{t('versions.none')}</p>}
      <ol aria-label={t('versions')}>
        {designs.map((one) => {
          const before = designs[designs.indexOf(one) + 1]
          return (
            <li key={one.id} aria-current={one.id === shownId || undefined}>
              <div>
                <strong>{t('version', { no: one.versionNo })}</strong>
                <StatusTag tone={STATE_TONES[one.state]}>{t(`state.${one.state}`)}</StatusTag>
              </div>
              {one.remark && <p>{one.remark}</p>}
              <p className="lbl-help">
                {one.publishedAt ? (
                  <span>
                    {t('version.published', { by: nameOfAccount(one.publishedBy) || '–' })}{' '}
                    <Moment at={one.publishedAt} />
                  </span>
                ) : (
                  <span>
                    {t('version.edited', { by: nameOfAccount(one.updateBy) || '–' })}{' '}
                    <Moment at={one.updateTime} />
                  </span>
                )}
              </p>
              <div className="lbl-version-actions">
                {one.state !== 'draft' && one.id !== shownId && (
                  <Button size="small" onClick={() => onShow(one.id)}>
                    {t('version.show')}
                  </Button>
                )}
                {one.id === shownId && (
                  <Button size="small" onClick={() => onShow(null)}>
                    {t('version.back')}
                  </Button>
                )}
                <Button
                  size="small"
                  onClick={() =>
                    setComparing(
                      one.state === 'draft'
                        ? [before?.id ?? HERE, HERE]
                        : [one.id, shownId === one.id ? (before?.id ?? HERE) : HERE],
                    )
                  }
                >
                  {t('compare.run')}
                </Button>
                {onTake && !readOnly && one.state !== 'draft' && (
                  <Button size="small" onClick={() => onTake(one.id)}>
                    {t('version.take')}
                  </Button>
                )}
                {one.state === 'retired' && mayPublish && (
                  <Button
                    size="small"
                    loading={rollBack.busy}
                    onClick={() => void askRollBack(one)}
                  >
                    {t('rollBack')}
                  </Button>
                )}
                {one.state === 'draft' && mayEdit && (
                  <Button size="small" danger onClick={() => void askDrop(one)}>
                    {t('drop')}
                  </Button>
                )}
              </div>
            </li>
          )
        })}
      </ol>
      <Suspense>
        {comparing && (
          <CompareDialog
            templateId={templateId}
            designs={designs.filter(({ state }) => state !== 'draft')}
            here={here}
            first={comparing[0]}
            second={comparing[1]}
            onClose={() => setComparing(null)}
          />
        )}
      </Suspense>
    </div>
  )
}
