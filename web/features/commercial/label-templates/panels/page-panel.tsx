import { useId, type Dispatch } from 'react'
import {
  PAGE_SIZES,
  type LabelDocument,
  type PageSize,
} from '#contracts/commercial/labels/document.ts'
import { useT } from '../../../../kit/text/i18n.ts'
import type { EditorAction } from '../model/editor-state.ts'
import { NumberInput } from './number-input.tsx'

const SHEET = ['width', 'height', 'columns', 'rows', 'left', 'top', 'gapX', 'gapY'] as const
const WHOLE = new Set<string>(['columns', 'rows'])

/** Of the label as a whole: its size, the printer it is measured for, the sheet it is put on. */
export function PagePanel({
  document,
  dispatch,
  readOnly,
}: {
  document: LabelDocument
  dispatch: Dispatch<EditorAction>
  readOnly: boolean
}) {
  const t = useT('label-designer')
  const id = useId()
  const { page, sheet, dpi } = document
  const change = (values: Partial<Pick<LabelDocument, 'page' | 'sheet' | 'dpi'>>, key: string) =>
    dispatch({ type: 'change', change: { do: 'page', values }, merge: `page:${key}` })
  const known = (Object.keys(PAGE_SIZES) as PageSize[]).find(
    (size) => PAGE_SIZES[size].width === page.width && PAGE_SIZES[size].height === page.height,
  )
  return (
    <div className="lbl-properties" onBlur={() => dispatch({ type: 'settle' })}>
      <section aria-label={t('page')}>
        <div className="lbl-property">
          <label htmlFor={`${id}-size`}>{t('page.size')}</label>
          <select
            id={`${id}-size`}
            className="py-input"
            disabled={readOnly}
            value={known ?? ''}
            onChange={(event) => {
              const size = PAGE_SIZES[event.target.value as PageSize]
              if (size) change({ page: { ...size } }, 'size')
            }}
          >
            {!known && <option value="">{t('page.other')}</option>}
            {(Object.keys(PAGE_SIZES) as PageSize[]).map((size) => (
              <option key={size} value={size}>
                {`${size} · ${PAGE_SIZES[size].width} × ${PAGE_SIZES[size].height} mm`}
              </option>
            ))}
          </select>
        </div>
        {(['width', 'height'] as const).map((side) => (
          <div className="lbl-property" key={side}>
            <label htmlFor={`${id}-${side}`}>{t(`page.${side}`)}</label>
            <NumberInput
              id={`${id}-${side}`}
              value={page[side]}
              unit="mm"
              step={0.1}
              disabled={readOnly}
              onChange={(value) => change({ page: { ...page, [side]: value } }, side)}
            />
          </div>
        ))}
        <div className="lbl-property">
          <label htmlFor={`${id}-dpi`}>{t('page.dpi')}</label>
          <select
            id={`${id}-dpi`}
            className="py-input"
            disabled={readOnly}
            value={dpi}
            onChange={(event) => change({ dpi: event.target.value === '300' ? 300 : 203 }, 'dpi')}
          >
            <option value={203}>203 dpi</option>
            <option value={300}>300 dpi</option>
          </select>
        </div>
      </section>
      <section aria-label={t('sheet')}>
        <h3>{t('sheet')}</h3>
        <label className="lbl-check">
          <input
            type="checkbox"
            checked={sheet !== null}
            disabled={readOnly}
            onChange={(event) =>
              change({ sheet: event.target.checked ? sheetFor(page) : null }, 'sheet')
            }
          />
          {t('sheet.use')}
        </label>
        <p className="lbl-help">{t('sheet.help')}</p>
        {sheet &&
          SHEET.map((key) => (
            <div className="lbl-property" key={key}>
              <label htmlFor={`${id}-sheet-${key}`}>{t(`sheet.${key}`)}</label>
              <NumberInput
                id={`${id}-sheet-${key}`}
                value={sheet[key]}
                unit={WHOLE.has(key) ? 'none' : 'mm'}
                step={WHOLE.has(key) ? 1 : 0.1}
                disabled={readOnly}
                onChange={(value) => change({ sheet: { ...sheet, [key]: value } }, `sheet.${key}`)}
              />
            </div>
          ))}
      </section>
    </div>
  )
}

/** As many as A4 has room for, with the margins in which they stand in its middle. */
function sheetFor({ width, height }: LabelDocument['page']): LabelDocument['sheet'] {
  const [paperW, paperH] = width <= 210 && height <= 297 ? [210, 297] : [width, height]
  const columns = Math.min(10, Math.max(1, Math.floor(paperW / width)))
  const rows = Math.min(20, Math.max(1, Math.floor(paperH / height)))
  const rest = (paper: number, count: number, side: number) =>
    Math.max(0, Math.floor(((paper - count * side) / 2) * 10) / 10)
  return {
    width: paperW,
    height: paperH,
    columns,
    rows,
    left: rest(paperW, columns, width),
    top: rest(paperH, rows, height),
    gapX: 0,
    gapY: 0,
  }
}
