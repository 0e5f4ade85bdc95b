import { setImmediate as breathe } from 'node:timers/promises'
import {
  drawLabel,
  renderPdf,
  renderZpl,
  type LabelModel,
  type Wanted,
} from '#server/features/commercial/label-templates/index.ts'

export interface OwnLabels {
  models: readonly LabelModel[]
  wanted: readonly Wanted[]
}
/** Names of the elements whose text ends in an ellipsis, by place of the label. */
export type Cuts = Map<number, string[]>

/** Labels drawn between two turns of other requests. */
const AT_ONCE = 50

export async function drawOwn(
  { models, wanted }: OwnLabels,
  { format, dpi }: { format: 'pdf' | 'zpl'; dpi: 203 | 300 },
  cuts: Cuts,
  from = 0,
): Promise<Buffer> {
  const note = (at: number, { name, id }: { name: string; id: string }) =>
    void cuts.set(from + at, [...(cuts.get(from + at) ?? []), name || id])
  if (format === 'pdf') return renderPdf(models, wanted, note)
  const parts: string[] = []
  for (const [at, model] of models.entries()) {
    parts.push(renderZpl([model], dpi, wanted[at]!.layout, (element) => note(at, element)))
    if (at % AT_ONCE === AT_ONCE - 1) await breathe()
  }
  return Buffer.from(parts.join(''), 'utf8')
}

/** Lays labels out without drawing them. @throws LabelError where one cannot be drawn. */
export function layOut({ models, wanted }: OwnLabels): void {
  for (const [at, model] of models.entries()) drawLabel(wanted[at]!.layout, model)
}
