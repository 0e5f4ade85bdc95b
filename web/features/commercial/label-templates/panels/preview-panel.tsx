import { DownloadOutlined, LoadingOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { lazy, Suspense } from 'react'
import type { labelPreviews } from '#contracts/orders/label-previews.ts'
import type { Out } from '#contracts/kit/endpoint.ts'
import { ErrorNote } from '../../../../kit/platform/empty.tsx'
import type { ApiError } from '../../../../kit/http/api.ts'
import { saveBlob } from '../../../../kit/text/csv.ts'
import { useT } from '../../../../kit/text/i18n.ts'
import { bytesOf } from './preview-bytes.ts'

const PdfPicture = lazy(() => import('./pdf-picture.tsx'))

export type Preview = Out<typeof labelPreviews.preview>
/** Whose values the label is drawn with. */
export interface PreviewOf {
  number: string
  sample: 'usual' | 'longest'
  dpi: 203 | 300
}

/** The label as it is printed: as a PDF, and as the dots and the text of a label printer. */
export function PreviewPanel({
  of,
  onOf,
  preview,
  error,
  waiting,
  name,
}: {
  of: PreviewOf
  onOf: (next: PreviewOf) => void
  preview: Preview | null
  error: ApiError | null
  waiting: boolean
  name: string
}) {
  const t = useT('label-designer')
  return (
    <div className="lbl-preview" aria-busy={waiting}>
      <div className="lbl-preview-of">
        <label>
          <span>{t('preview.number')}</span>
          <input
            className="py-input"
            value={of.number}
            placeholder={t('preview.number.none')}
            onChange={(event) => onOf({ ...of, number: event.target.value })}
          />
        </label>
        <label>
          <span>{t('preview.sample')}</span>
          <select
            className="py-input"
            value={of.sample}
            disabled={of.number.trim() !== ''}
            onChange={(event) =>
              onOf({ ...of, sample: event.target.value === 'longest' ? 'longest' : 'usual' })
            }
          >
            <option value="usual">{t('preview.usual')}</option>
            <option value="longest">{t('preview.longest')}</option>
          </select>
        </label>
        <label>
          <span>{t('preview.dpi')}</span>
          <select
            className="py-input"
            value={of.dpi}
            onChange={(event) => onOf({ ...of, dpi: event.target.value === '300' ? 300 : 203 })}
          >
            <option value={203}>203 dpi</option>
            <option value={300}>300 dpi</option>
          </select>
        </label>
      </div>
      <p className="lbl-state" role="status">
        {waiting ? (
          <>
            <LoadingOutlined /> {t('preview.waiting')}
          </>
        ) : preview?.parcel ? (
          t('preview.parcel', { number: preview.parcel.number })
        ) : preview ? (
          t(`preview.of.${of.sample}`)
        ) : (
          ''
        )}
      </p>
      {error && <ErrorNote error={error} />}
      {preview && (
        <div className="lbl-preview-pair" data-old={waiting || error !== null || undefined}>
          <figure>
            <figcaption>
              PDF
              <Button
                size="small"
                icon={<DownloadOutlined />}
                aria-label={t('preview.savePdf')}
                onClick={() =>
                  saveBlob(
                    new Blob([bytesOf(preview.pdf)], { type: 'application/pdf' }),
                    `${name}.pdf`,
                  )
                }
              />
            </figcaption>
            <Suspense fallback={<div className="lbl-paper" />}>
              <PdfPicture pdf={preview.pdf} label={t('preview.pdf')} />
            </Suspense>
          </figure>
          <figure>
            <figcaption>
              {t('preview.zpl', { dpi: preview.dpi })}
              <Button
                size="small"
                icon={<DownloadOutlined />}
                aria-label={t('preview.saveZpl')}
                onClick={() =>
                  saveBlob(new Blob([preview.zpl], { type: 'text/plain' }), `${name}.zpl`)
                }
              />
            </figcaption>
            <img
              className="lbl-paper"
              src={`data:image/png;base64,${preview.png}`}
              alt={t('preview.dots', { dpi: preview.dpi })}
            />
          </figure>
          <pre className="lbl-zpl" tabIndex={0} aria-label={t('preview.zplText')}>
            {preview.zpl.length > ZPL_SHOWN ? `${preview.zpl.slice(0, ZPL_SHOWN)}…` : preview.zpl}
          </pre>
        </div>
      )}
    </div>
  )
}
/** A picture alone can be a megabyte of text. */
const ZPL_SHOWN = 8_000
