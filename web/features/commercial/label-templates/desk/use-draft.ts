import { useEffect, useRef, useState, type Dispatch } from 'react'
import { labelDesigns, type Design } from '#contracts/commercial/labels/designs.ts'
import type { LabelDocument } from '#contracts/commercial/labels/document.ts'
import type { Finding } from '#contracts/commercial/labels/findings.ts'
import { useUnsaved } from '../../../../kit/platform/unsaved.ts'
import { ApiError, call } from '../../../../kit/http/api.ts'
import { useStableCallback } from '../../../../kit/platform/use-stable-callback.ts'
import type { EditorAction } from '../model/editor-state.ts'
import { deskOf, draftOf, type Desk } from './desk.ts'

export interface DraftState {
  draft: Design | null
  changed: boolean
  saving: boolean
  error: ApiError | null
  /** Another user's draft, saved meanwhile. Nothing is saved until one of the two is chosen. */
  theirs: Desk | null
  findings: readonly Finding[] | null
  /** The stored draft with what is on the screen; null where it was not saved. */
  save: (remark?: string | null) => Promise<Design | null>
  keepMine: () => void
  takeTheirs: () => void
  /** What is stored by now is what is on the screen. */
  adopt: (desk: Desk) => void
  /** What was saved last is stored in another way: published, or under another row version. */
  renew: (desk: Desk) => void
}

const EVERY_MS = 5_000

/** Keeps a template's draft in step with the screen: every few seconds, and at once when asked. */
export function useDraft(
  desk: Desk,
  document: LabelDocument,
  dispatch: Dispatch<EditorAction>,
  mayEdit: boolean,
): DraftState {
  const [stored, setStored] = useState({ document: desk.document, draft: draftOf(desk) })
  const [saving, setSaving] = useState(false)
  const [error, setError] = useState<ApiError | null>(null)
  const [theirs, setTheirs] = useState<Desk | null>(null)
  const [findings, setFindings] = useState<readonly Finding[] | null>(null)
  const running = useRef<Promise<Design | null> | null>(null)
  const changed = document !== stored.document
  useUnsaved(changed && mayEdit)

  const run = async (remark: string | null | undefined): Promise<Design | null> => {
    if (!changed && (remark === undefined || remark === stored.draft?.remark)) return stored.draft
    setSaving(true)
    try {
      const done = await call(
        labelDesigns.saveDraft,
        {
          id: desk.id,
          version: stored.draft?.version ?? null,
          document,
          remark: remark === undefined ? (stored.draft?.remark ?? null) : remark,
        },
        { quiet: true },
      )
      setStored({ document, draft: done.design })
      setFindings(done.findings)
      setError(null)
      return done.design
    } catch (thrown) {
      if (!(thrown instanceof ApiError)) throw thrown
      setError(thrown)
      // Saved by another user meanwhile, or published or dropped: then there is no such draft.
      if (thrown.stale || (thrown.status === 404 && stored.draft)) await findTheirs()
      return null
    } finally {
      setSaving(false)
      running.current = null
    }
  }
  const findTheirs = async () => {
    try {
      setTheirs(deskOf(await call(labelDesigns.design, { id: desk.id })))
    } catch (thrown) {
      if (!(thrown instanceof ApiError)) throw thrown
      setError(thrown)
    }
  }
  const save = useStableCallback(async (remark?: string | null): Promise<Design | null> => {
    // What came in meanwhile is saved after the save that is on its way.
    while (running.current) await running.current
    running.current = latest.current.run(remark)
    return await running.current
  })
  const latest = useRef({ run })
  latest.current = { run }

  const [tries, setTries] = useState(0)
  useEffect(() => {
    if (!changed || !mayEdit || saving || theirs) return
    const timer = setTimeout(
      () => {
        void save().then((done) => {
          if (!done) setTries((no) => no + 1)
        })
      },
      EVERY_MS * Math.min(6, tries + 1),
    )
    return () => clearTimeout(timer)
  }, [changed, mayEdit, saving, theirs, save, tries])

  const adopt = useStableCallback((next: Desk) => {
    setStored({ document: next.document, draft: draftOf(next) })
    setTheirs(null)
    setError(null)
  })
  return {
    draft: stored.draft,
    changed,
    saving,
    error,
    theirs,
    findings,
    save,
    adopt,
    renew: (next) => setStored((before) => ({ ...before, draft: draftOf(next) })),
    keepMine: () => {
      if (theirs) adopt(theirs)
    },
    takeTheirs: () => {
      if (!theirs) return
      // A step like any other: undo brings the document before it back.
      dispatch({ type: 'change', change: { do: 'replace', document: theirs.document } })
      adopt(theirs)
    },
  }
}
