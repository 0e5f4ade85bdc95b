import { Modal } from 'antd'
import { useId, useState } from 'react'
import type { Design } from '#contracts/commercial/labels/designs.ts'
import { labelPreviews } from '#contracts/orders/label-previews.ts'
import { PAPERS, printSets, type PrintSet } from '#contracts/platform/operations/print-sets.ts'
import type { ApiError } from '../../../../kit/http/api.ts'
import { fetchFile } from '../../../../kit/http/fetch-file.ts'
import { useApi } from '../../../../kit/http/query.ts'
import { saveBlob } from '../../../../kit/text/csv.ts'
import { openPdf } from '../../../../kit/platform/open-tab.ts'
import { reasonOf } from '../../../../kit/http/notify.tsx'
import { isObject, storageGet, storageSet } from '../../../../kit/text/storage.ts'
import { useT } from '../../../../kit/text/i18n.ts'
import type { PreviewOf } from './preview-panel.tsx'

/** A plain PDF on the template's own sheet, a printer's language, or by a print set. */
type Way = 'pdf' | 'zpl.203' | 'zpl.300' | `set:${string}`
const STORED_AS = 'label_test_print'
const isStored = (value: unknown): value is { way: Way } =>
  isObject(value) && typeof value.way === 'string' && /^(pdf|zpl\.(203|300)|set:)/.test(value.way)

function sizeOf({ paper, horizontal, widthMm, heightMm }: PrintSet): string {
  const sides = PAPERS[paper] ?? [widthMm, heightMm]
  const [low, high] = [Math.min(...sides), Math.max(...sides)]
  return horizontal ? `${high} × ${low} mm` : `${sides[0]} × ${sides[1]} mm`
}

/** A label that is marked as a test, of a version and a printer that are chosen. */
export default function TestPrintDialog({
  templateId,
  name,
  designs,
  of,
  save,
  onClose,
}: {
  templateId: string
  name: string
  designs: readonly Design[]
  of: PreviewOf
  /** Saves what is on the screen, so that the draft's print is of it; null where nothing is open. */
  save: (() => Promise<Design | null>) | null
  onClose: () => void
}) {
  const t = useT('label-designer')
  const id = useId()
  const offered = useApi(printSets.offered, {}, { quiet: true, staleTime: 60_000 })
  const sets = offered.data?.sets ?? []
  const [chosen, setChosen] = useState<Way | null>(
    () => storageGet(STORED_AS, isStored)?.way ?? null,
  )
  const [designId, setDesignId] = useState(() => (save ? 'draft' : (designs[0]?.id ?? '')))
  const [number, setNumber] = useState(of.number)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<ApiError | null>(null)
  const mine = offered.data?.mineId
  const wanted: Way = chosen ?? (mine ? `set:${mine}` : 'pdf')
  const set = sets.find((one) => wanted === `set:${one.id}`)
  const way: Way = wanted.startsWith('set:') && !set ? 'pdf' : wanted
  const run = async () => {
    setBusy(true)
    setError(null)
    try {
      const draft = designId === 'draft' ? await save?.() : null
      if (designId === 'draft' && !draft) return
      const version = draft?.id ?? designId
      const file = await fetchFile(labelPreviews.testPrint, {
        id: templateId,
        ...(version ? { designId: version } : {}),
        sample: of.sample,
        ...(number.trim() ? { number: number.trim() } : {}),
        ...wayInput(way, set),
      })
      storageSet(STORED_AS, { way }, null)
      onClose()
      if (way.startsWith('zpl')) saveBlob(file.blob, file.name ?? `${name}.zpl`)
      else await openPdf(file.blob, file.name ?? `${name}.pdf`, set !== undefined && !set.preview)
    } catch (thrown) {
      setError(thrown as ApiError)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Modal
      open
      width={480}
      className="py-dialog"
      title={t('print.title')}
      okText={t('print.run')}
      cancelText={t('action.cancel')}
      okButtonProps={{ loading: busy }}
      onOk={() => void run()}
      onCancel={onClose}
      destroyOnHidden
    >
      <p>{t('print.what')}</p>
      <div className="lbl-print">
        <label htmlFor={`${id}-way`}>{t('print.way')}</label>
        <select
          id={`${id}-way`}
          className="py-input"
          value={way}
          onChange={(event) => setChosen(event.target.value as Way)}
        >
          {sets.length > 0 && (
            <optgroup label={t('print.sets')}>
              {sets.map((one) => (
                <option key={one.id} value={`set:${one.id}`}>
                  {`${one.name} · ${sizeOf(one)}`}
                </option>
              ))}
            </optgroup>
          )}
          <optgroup label={t('print.plain')}>
            <option value="pdf">{t('print.pdf')}</option>
            <option value="zpl.203">{t('print.zpl', { dpi: 203 })}</option>
            <option value="zpl.300">{t('print.zpl', { dpi: 300 })}</option>
          </optgroup>
        </select>
        <label htmlFor={`${id}-version`}>{t('print.version')}</label>
        <select
          id={`${id}-version`}
          className="py-input"
          value={designId}
          onChange={(event) => setDesignId(event.target.value)}
        >
          {save && <option value="draft">{t('version.here')}</option>}
          {designs
            .filter(({ state }) => state !== 'draft')
            .map((one) => (
              <option key={one.id} value={one.id}>
                {`${t('version', { no: one.versionNo })} · ${t(`state.${one.state}`)}`}
              </option>
            ))}
          <option value="">{t('print.now')}</option>
        </select>
        <label htmlFor={`${id}-number`}>{t('preview.number')}</label>
        <input
          id={`${id}-number`}
          className="py-input"
          value={number}
          placeholder={t('preview.number.none')}
          onChange={(event) => setNumber(event.target.value)}
        />
      </div>
      {error && (
        <p className="lbl-refused" role="alert">
          {reasonOf(error, t)}
        </p>
      )}
    </Modal>
  )
}

function wayInput(way: Way, set: PrintSet | undefined) {
  if (set) return { format: 'pdf', printSetId: set.id } as const
  if (way === 'zpl.300') return { format: 'zpl', dpi: 300 } as const
  if (way === 'zpl.203') return { format: 'zpl', dpi: 203 } as const
  return { format: 'pdf' } as const
}
