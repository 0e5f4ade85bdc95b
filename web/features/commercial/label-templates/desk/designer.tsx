import { useEffect, useMemo, useReducer, useRef, useState } from 'react'
import { labelDesigns } from '#contracts/commercial/labels/designs.ts'
import { call } from '../../../../kit/http/api.ts'
import { Segments } from '../../../../kit/form/segments.tsx'
import { useNotify } from '../../../../kit/http/notify.tsx'
import { useKeys } from '../../../../kit/platform/use-keys.ts'
import { useCan } from '../../../../kit/session/permissions.tsx'
import { useT } from '../../../../kit/text/i18n.ts'
import { LabelCanvas } from '../canvas/label-canvas.tsx'
import { drawnBars } from '../canvas/drawn-bars.ts'
import { sampleValue } from '../canvas/text-layout.ts'
import { Toolbar } from '../canvas/toolbar.tsx'
import { useZoom } from '../canvas/use-zoom.ts'
import { editorReducer, startState } from '../model/editor-state.ts'
import { elementWords } from '../panels/element-words.ts'
import { ChecksPanel, countOf } from '../panels/checks-panel.tsx'
import { ElementList, Palette } from '../panels/element-list.tsx'
import { PagePanel } from '../panels/page-panel.tsx'
import { PreviewPanel } from '../panels/preview-panel.tsx'
import { PropertyPanel } from '../panels/property-panel.tsx'
import { VersionsPanel } from '../panels/versions-panel.tsx'
import { DeskHead } from './desk-head.tsx'
import { ConflictNote } from './draft-notes.tsx'
import { PictureChoice } from './picture-choice.tsx'
import { deskOf, draftOf, type Desk } from './desk.ts'
import { useDraft } from './use-draft.ts'
import { useEditing } from './use-editing.ts'
import { useLooks } from './use-looks.ts'
import '../canvas/canvas.css'
import '../panels/panels.css'
import './designer.css'

const PARTS = ['properties', 'preview', 'checks', 'versions'] as const
type Part = (typeof PARTS)[number]
const CHECK_MS = 900

/** A template's document on the screen: drawn, changed, checked, previewed and published. */
export default function Designer({
  desk,
  shownId,
  onShow,
  refetch,
}: {
  desk: Desk
  /** An earlier version, which is only looked at. */
  shownId: string | null
  onShow: (designId: string | null) => void
  refetch: () => Promise<Desk | undefined>
}) {
  const t = useT('label-designer')
  const fields = useT('label-fields')
  const notify = useNotify()
  const readOnly = !useCan(labelDesigns.saveDraft) || shownId !== null
  const [state, dispatch] = useReducer(editorReducer, desk.document, startState)
  const { document, selection } = state
  const draft = useDraft(desk, document, dispatch, !readOnly)
  const frame = useRef<HTMLDivElement>(null)
  const zoom = useZoom(frame, document.page)
  const [grid, setGrid] = useState(1)
  const [part, setPart] = useState<Part>('properties')
  const [printed, setPrinted] = useState(false)
  const looks = useLooks(desk, document, {
    isSeen: part === 'preview' || printed,
    checkMs: CHECK_MS,
  })
  const { of, setOf, checks } = looks
  const value = useMemo(() => sampleValue(of.sample), [of.sample])
  const bars = useMemo(
    () => drawnBars(checks.of?.document, checks.data?.bars),
    [checks.of, checks.data],
  )
  const editing = useEditing({ state, dispatch, frame, readOnly, zoom, save: draft.save })
  const findings = checks.data?.findings ?? draft.findings ?? []
  const chosen = document.elements.filter(({ id }) => selection.includes(id))
  const [only] = chosen

  const changed = async (what: 'publish' | 'rollBack' | 'drop') => {
    const next = await refetch()
    if (!next) return
    const afresh = what === 'drop' || (what === 'rollBack' && !draft.changed && !draftOf(next))
    if (afresh) {
      dispatch({ type: 'load', document: next.document })
      draft.adopt(next)
    } else draft.renew(next)
  }
  const take = async (designId: string) => {
    const found = deskOf(await call(labelDesigns.design, { id: desk.id, designId }))
    dispatch({ type: 'change', change: { do: 'replace', document: found.document } })
    notify.info(t('version.taken'))
  }
  useKeys(editing.keys, { labels: editing.labels })
  useEffect(() => setOf((now) => ({ ...now, dpi: document.dpi })), [document.dpi, setOf])

  const published = desk.designs.filter(({ state: one }) => one !== 'draft')
  const designs = draft.draft ? [draft.draft, ...published] : published
  const counts = countOf(findings)
  const partName = (one: Part) =>
    one === 'checks' && findings.length > 0
      ? `${t('part.checks')} (${counts.errors + counts.warnings})`
      : t(`part.${one}`)
  return (
    <div className="lbl-desk" data-part={part}>
      <DeskHead
        desk={desk}
        designs={designs}
        draft={draft}
        document={document}
        findings={checks.waiting ? null : (checks.data?.findings ?? null)}
        shownId={shownId}
        readOnly={readOnly}
        of={of}
        onSelect={editing.goTo}
        onShow={onShow}
        onPublished={() => void changed('publish')}
        onPictures={() => editing.setPictures('look')}
      />
      <ConflictNote draft={draft} here={document} />
      <Toolbar
        state={state}
        dispatch={dispatch}
        zoom={zoom}
        grid={grid}
        onGrid={setGrid}
        printed={printed}
        onPrinted={setPrinted}
        readOnly={readOnly}
        onDuplicate={editing.duplicate}
      />
      <div className="lbl-columns">
        <aside className="lbl-left" aria-label={t('elements')}>
          {!readOnly && <Palette onAdd={editing.add} />}
          <ElementList
            elements={document.elements}
            selection={selection}
            findings={findings}
            dispatch={dispatch}
            readOnly={readOnly}
            onOpen={editing.goTo}
          />
        </aside>
        <LabelCanvas
          document={document}
          selection={selection}
          dispatch={dispatch}
          zoom={zoom}
          frame={frame}
          grid={grid}
          value={value}
          bars={bars}
          findings={findings}
          readOnly={readOnly}
          printed={printed && looks.png !== null ? `data:image/png;base64,${looks.png}` : null}
          onCopied={editing.copied}
          onPasted={editing.pasted}
        />
        <section className="lbl-right" aria-label={t(`part.${part}`)}>
          <Segments
            aria-label={t('parts')}
            options={PARTS.map((one) => ({ value: one, label: partName(one) }))}
            value={part}
            onChange={setPart}
          />
          {part === 'properties' &&
            (chosen.length > 0 ? (
              <>
                <h2>
                  {chosen.length === 1 && only
                    ? t(`type.${only.type}`)
                    : t('chosen', { count: chosen.length })}
                </h2>
                <PropertyPanel
                  elements={chosen}
                  dispatch={dispatch}
                  readOnly={readOnly}
                  onPicture={() => editing.setPictures('change')}
                />
              </>
            ) : (
              <>
                <h2>{t('page')}</h2>
                <PagePanel document={document} dispatch={dispatch} readOnly={readOnly} />
              </>
            ))}
          {part === 'preview' && <PreviewPanel {...looks.previewPanel} />}
          {part === 'checks' && <ChecksPanel {...looks.checksPanel} onSelect={editing.goTo} />}
          {part === 'versions' && (
            <VersionsPanel
              templateId={desk.id}
              designs={designs}
              here={document}
              shownId={shownId}
              readOnly={readOnly}
              onShow={onShow}
              onTake={readOnly ? null : (designId) => void take(designId)}
              onChanged={(what) => void changed(what)}
            />
          )}
        </section>
      </div>
      <p className="py-hidden" role="status">
        {chosen.length === 1 && only
          ? elementWords(only, t, fields)
          : chosen.length > 1
            ? t('chosen', { count: chosen.length })
            : ''}
      </p>
      <PictureChoice
        wanted={editing.pictures}
        state={state}
        dispatch={dispatch}
        readOnly={readOnly}
        onAdded={editing.goTo}
        onClose={() => editing.setPictures(null)}
      />
    </div>
  )
}
