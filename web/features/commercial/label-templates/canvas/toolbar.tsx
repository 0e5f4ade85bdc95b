import {
  AlignCenterOutlined,
  AlignLeftOutlined,
  AlignRightOutlined,
  ColumnHeightOutlined,
  ColumnWidthOutlined,
  CopyOutlined,
  DeleteOutlined,
  RedoOutlined,
  UndoOutlined,
  VerticalAlignBottomOutlined,
  VerticalAlignMiddleOutlined,
  VerticalAlignTopOutlined,
  VerticalLeftOutlined,
  VerticalRightOutlined,
  ZoomInOutlined,
  ZoomOutOutlined,
} from '@ant-design/icons'
import type { Dispatch, ReactNode } from 'react'
import { useT } from '../../../../kit/text/i18n.ts'
import { EDGES, type Edge } from '../model/boxes.ts'
import type { EditorAction, EditorState } from '../model/editor-state.ts'
import type { Zoom } from './use-zoom.ts'

export const GRID_STEPS = [0, 0.5, 1, 5] as const

const EDGE_ICONS: Readonly<Record<Edge, ReactNode>> = {
  left: <AlignLeftOutlined />,
  center: <AlignCenterOutlined />,
  right: <AlignRightOutlined />,
  top: <VerticalAlignTopOutlined />,
  middle: <VerticalAlignMiddleOutlined />,
  bottom: <VerticalAlignBottomOutlined />,
}

/** What is done to the chosen elements and to the view, each button with its key in its name. */
export function Toolbar({
  state,
  dispatch,
  zoom,
  grid,
  onGrid,
  printed,
  onPrinted,
  readOnly,
  onDuplicate,
}: {
  state: EditorState
  dispatch: Dispatch<EditorAction>
  zoom: Zoom
  grid: number
  onGrid: (step: number) => void
  printed: boolean
  onPrinted: (on: boolean) => void
  readOnly: boolean
  onDuplicate: () => void
}) {
  const t = useT('label-designer')
  const ids = state.selection
  const some = ids.length > 0
  const tool = (
    key: string,
    icon: ReactNode,
    on: boolean,
    onClick: () => void,
    title = t(`tool.${key}`),
  ) => (
    <button
      key={key}
      type="button"
      title={title}
      aria-label={title}
      disabled={!on}
      onClick={onClick}
    >
      {icon}
    </button>
  )
  return (
    <div className="lbl-toolbar" role="toolbar" aria-label={t('tools')}>
      {!readOnly && (
        <>
          <span>
            {tool('undo', <UndoOutlined />, state.past.length > 0, () =>
              dispatch({ type: 'undo' }),
            )}
            {tool('redo', <RedoOutlined />, state.future.length > 0, () =>
              dispatch({ type: 'redo' }),
            )}
          </span>
          <span>
            {tool('duplicate', <CopyOutlined />, some, onDuplicate)}
            {tool('remove', <DeleteOutlined />, some, () =>
              dispatch({ type: 'change', change: { do: 'remove', ids } }),
            )}
          </span>
          <span>
            {EDGES.map((edge) =>
              tool(`align.${edge}`, EDGE_ICONS[edge], some, () =>
                dispatch({ type: 'change', change: { do: 'align', ids, edge } }),
              ),
            )}
          </span>
          <span>
            {tool('distribute.across', <ColumnWidthOutlined />, ids.length > 2, () =>
              dispatch({ type: 'change', change: { do: 'distribute', ids, across: true } }),
            )}
            {tool('distribute.down', <ColumnHeightOutlined />, ids.length > 2, () =>
              dispatch({ type: 'change', change: { do: 'distribute', ids, across: false } }),
            )}
          </span>
          <span>
            {tool('forward', <VerticalLeftOutlined rotate={90} />, some, () =>
              dispatch({ type: 'change', change: { do: 'layer', ids, to: 'forward' } }),
            )}
            {tool('backward', <VerticalRightOutlined rotate={90} />, some, () =>
              dispatch({ type: 'change', change: { do: 'layer', ids, to: 'backward' } }),
            )}
          </span>
          <label className="lbl-grid-step">
            {t('grid')}
            <select
              className="py-input"
              value={grid}
              onChange={(event) => onGrid(Number(event.target.value))}
            >
              {GRID_STEPS.map((step) => (
                <option key={step} value={step}>
                  {step === 0 ? t('grid.off') : `${step} mm`}
                </option>
              ))}
            </select>
          </label>
        </>
      )}
      <label className="lbl-check">
        <input
          type="checkbox"
          checked={printed}
          onChange={(event) => onPrinted(event.target.checked)}
        />
        {t('asPrinted')}
      </label>
      <span className="lbl-zoom">
        {tool('zoomOut', <ZoomOutOutlined />, true, () => zoom.step(-1))}
        <output aria-label={t('zoom')}>{zoom.percent} %</output>
        {tool('zoomIn', <ZoomInOutlined />, true, () => zoom.step(1))}
        <button type="button" aria-pressed={zoom.fits} onClick={zoom.fit}>
          {t('zoom.fit')}
        </button>
        <button type="button" onClick={zoom.full}>
          100 %
        </button>
      </span>
    </div>
  )
}
