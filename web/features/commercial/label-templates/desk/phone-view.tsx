import { useReducer } from 'react'
import { useT } from '../../../../kit/text/i18n.ts'
import { editorReducer, startState } from '../model/editor-state.ts'
import { ChecksPanel } from '../panels/checks-panel.tsx'
import { ElementList } from '../panels/element-list.tsx'
import { PreviewPanel } from '../panels/preview-panel.tsx'
import { VersionsPanel } from '../panels/versions-panel.tsx'
import { PageTitle } from './desk-head.tsx'
import type { Desk } from './desk.ts'
import { useLooks } from './use-looks.ts'
import '../panels/panels.css'
import './designer.css'

/** Where there is no room to edit: the label as it is printed, its elements, checks and versions. */
export default function PhoneView({
  desk,
  shownId,
  onShow,
  refetch,
}: {
  desk: Desk
  shownId: string | null
  onShow: (designId: string | null) => void
  refetch: () => Promise<Desk | undefined>
}) {
  const t = useT('label-designer')
  const { document } = desk
  const [{ selection }, dispatch] = useReducer(editorReducer, document, startState)
  const looks = useLooks(desk, document, { isSeen: true, checkMs: 0 })
  return (
    <div className="lbl-phone">
      <PageTitle desk={desk} />
      <p className="lbl-looking">{t('phone')}</p>
      <section aria-labelledby="lbl-phone-preview">
        <h2 id="lbl-phone-preview">{t('part.preview')}</h2>
        <PreviewPanel {...looks.previewPanel} />
      </section>
      <section aria-labelledby="lbl-phone-checks">
        <h2 id="lbl-phone-checks">{t('part.checks')}</h2>
        <ChecksPanel
          {...looks.checksPanel}
          onSelect={(id) => dispatch({ type: 'select', ids: [id] })}
        />
      </section>
      <section aria-labelledby="lbl-phone-elements">
        <h2 id="lbl-phone-elements">{t('elements')}</h2>
        <ElementList
          elements={document.elements}
          selection={selection}
          findings={looks.checksPanel.findings ?? []}
          dispatch={dispatch}
          readOnly
          onOpen={() => undefined}
        />
      </section>
      <section aria-labelledby="lbl-phone-versions">
        <h2 id="lbl-phone-versions">{t('versions')}</h2>
        <VersionsPanel
          templateId={desk.id}
          designs={desk.designs}
          here={document}
          shownId={shownId}
          readOnly
          onShow={onShow}
          onTake={null}
          onChanged={() => void refetch()}
        />
      </section>
    </div>
  )
}
