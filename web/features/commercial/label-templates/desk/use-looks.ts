import { useMemo, useState } from 'react'
import { labelDesigns } from '#contracts/commercial/labels/designs.ts'
import type { LabelDocument } from '#contracts/commercial/labels/document.ts'
import { labelPreviews } from '#contracts/orders/label-previews.ts'
import type { PreviewOf } from '../panels/preview-panel.tsx'
import type { Desk } from './desk.ts'
import { useLatest } from './use-latest.ts'

const PREVIEW_MS = 450

/**
 * A document as the server draws and checks it, and whose values it shows. The preview is asked for
 * while it is seen.
 */
export function useLooks(
  desk: Pick<Desk, 'id' | 'code'>,
  document: LabelDocument,
  { isSeen, checkMs }: { isSeen: boolean; checkMs: number },
) {
  const [of, setOf] = useState<PreviewOf>({ number: '', sample: 'usual', dpi: document.dpi })
  const checks = useLatest(
    labelDesigns.check,
    useMemo(() => ({ document, sample: of.sample }), [document, of.sample]),
    checkMs,
  )
  const input = useMemo(() => {
    const number = of.number.trim()
    const { sample, dpi } = of
    return { document, templateId: desk.id, sample, dpi, ...(number ? { number } : {}) }
  }, [document, desk.id, of])
  const preview = useLatest(labelPreviews.preview, isSeen ? input : null, PREVIEW_MS)
  return {
    of,
    setOf,
    checks,
    /** What a printer prints of the document as it is now. */
    png: preview.of === input ? (preview.data?.png ?? null) : null,
    previewPanel: {
      of,
      onOf: setOf,
      preview: preview.data,
      error: preview.error,
      waiting: preview.waiting,
      name: desk.code,
    },
    checksPanel: {
      findings: checks.data?.findings ?? null,
      elements: document.elements,
      waiting: checks.waiting,
      error: checks.error,
    },
  }
}
