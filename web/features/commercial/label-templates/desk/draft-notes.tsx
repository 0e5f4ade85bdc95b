import { CheckOutlined, ExclamationCircleFilled, LoadingOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import type { LabelDocument } from '#contracts/commercial/labels/document.ts'
import { Moment } from '../../../../kit/platform/cells.tsx'
import { reasonOf } from '../../../../kit/http/notify.tsx'
import { useT } from '../../../../kit/text/i18n.ts'
import { HERE } from '../panels/here.ts'
import { draftOf } from './desk.ts'
import type { DraftState } from './use-draft.ts'
import { nameOfAccount } from '../../../../kit/session/account-names.ts'

const CompareDialog = lazy(() => import('../panels/compare-dialog.tsx'))

/** Whether what is on the screen is stored. */
export function SavedState({ draft }: { draft: DraftState }) {
  const t = useT('label-designer')
  const { changed, saving, error, theirs } = draft
  if (saving)
    return (
      <span className="lbl-saved">
        <LoadingOutlined /> {t('save.saving')}
      </span>
    )
  if (theirs) return <span className="lbl-saved">{t('save.stopped')}</span>
  if (error)
    return (
      <span className="lbl-saved" data-bad>
        <ExclamationCircleFilled /> {t('save.failed', { why: reasonOf(error, t) })}
      </span>
    )
  if (changed) return <span className="lbl-saved">{t('save.changed')}</span>
  if (!draft.draft) return null
  return (
    <span className="lbl-saved">
      <CheckOutlined /> {t('save.saved')} <Moment at={draft.draft.updateTime} />
    </span>
  )
}

/** Another user saved the draft meanwhile: both are there until one of them is chosen. */
export function ConflictNote({ draft, here }: { draft: DraftState; here: LabelDocument }) {
  const t = useT('label-designer')
  const [comparing, setComparing] = useState(false)
  const { theirs } = draft
  if (!theirs) return null
  const by = draftOf(theirs)
  return (
    <div className="lbl-conflict" role="alert">
      <p>
        <strong>
          {by
            ? t('conflict.saved', { by: nameOfAccount(by.updateBy) || '–' })
            : t('conflict.gone', { no: theirs.designs[0]?.versionNo ?? '–' })}
        </strong>{' '}
        {by && <Moment at={by.updateTime} />}
      </p>
      <p>{t('conflict.what')}</p>
      <Button onClick={() => setComparing(true)}>{t('conflict.compare')}</Button>
      <Button onClick={draft.keepMine}>{t('conflict.mine')}</Button>
      <Button onClick={draft.takeTheirs}>{t('conflict.theirs')}</Button>
      <Suspense>
        {comparing && (
          <CompareDialog
            templateId={theirs.id}
            designs={[]}
            here={here}
            first={HERE}
            second={HERE}
            theirs={theirs.document}
            onClose={() => setComparing(false)}
          />
        )}
      </Suspense>
    </div>
  )
}
