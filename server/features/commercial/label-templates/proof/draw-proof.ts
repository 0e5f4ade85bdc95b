import type { LabelDocument } from '#contracts/commercial/labels/document.ts'
import { checkScene, type Found } from '../check/check-document.ts'
import { sceneOf } from '../check/scenes.ts'
import type { Pictures, Raster } from '../drawing/elements.ts'
import { drawLabel, layoutOf } from '../drawing/layout.ts'
import type { LabelModel } from '../drawing/model.ts'
import type { SheetPlan } from '../drawing/plan-sheet.ts'
import { greyOf, renderDots } from '../drawing/render-dots.ts'
import { renderPdf } from '../drawing/render-pdf.ts'
import { dotsPerMm, renderZpl } from '../drawing/render-zpl.ts'

interface Drawing {
  document: LabelDocument
  model: LabelModel
  pictures: Pictures
  dpi: 203 | 300
}
/** One label to be drawn: in all ways with what it met, or as a file. */
export type ProofOrder = Drawing &
  (
    | { as: 'preview'; mark: readonly LabelDocument['elements'][number][] }
    | { as: 'pdf'; plan: SheetPlan | null }
    | { as: 'zpl' }
  )
export interface Preview {
  pdf: Uint8Array
  zpl: string
  grey: { width: number; height: number; grey: Uint8Array<ArrayBuffer> }
  found: Found[]
}
export type Proof = { preview: Preview } | { file: Uint8Array }

export async function drawProof(order: ProofOrder): Promise<Proof> {
  const { document, model, pictures, dpi } = order
  if (order.as === 'preview') return { preview: await preview(order) }
  const layout = layoutOf('test', document, pictures)
  return {
    file:
      order.as === 'zpl'
        ? Buffer.from(renderZpl([model], dpi, layout), 'utf8')
        : await renderPdf([model], { layout, plan: order.plan }),
  }
}

/** What cannot be drawn is left out and named. */
async function preview({
  document,
  model,
  pictures,
  dpi,
  mark,
}: Extract<ProofOrder, { as: 'preview' }>): Promise<Preview> {
  const raster: Raster = { dots: dotsPerMm[dpi], between: false }
  const scene = sceneOf(document, model, pictures, raster)
  const broken = new Set(scene.drawn.flatMap(({ element, error }) => (error ? element.id : [])))
  const elements = [...document.elements.filter(({ id }) => !broken.has(id)), ...mark]
  const layout = layoutOf('preview', { ...document, sheet: null, elements }, pictures)
  const ops = [...layout.frame, ...drawLabel(layout, model, raster)]
  const dots = renderDots(ops, document.page, raster.dots)
  return {
    pdf: await renderPdf([model], layout),
    zpl: renderZpl([model], dpi, layout),
    grey: { width: dots.width, height: dots.height, grey: new Uint8Array(greyOf(dots).buffer) },
    found: checkScene(scene, document, raster),
  }
}
