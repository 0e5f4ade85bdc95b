import {
  builtInLayout,
  keptLayouts,
  layoutsFor,
  paperOf,
  planBuiltIn,
  planSheet,
  sizeNamed,
  type Layout,
  type Wanted,
} from '#server/features/commercial/label-templates/index.ts'
import { printSetById } from '#server/features/platform/print-sets/index.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { fail } from '#server/kit/http/errors.ts'
import type { PrintRow } from './find-printable.ts'
import type { MadeLabel } from './made-labels.ts'

/** The page a print set lays labels on, and what users call the set. */
export interface SetPaper {
  name: string
  width: number
  height: number
}

export async function paperOfSet(ctx: Ctx, printSetId: string): Promise<SetPaper> {
  const set = await printSetById(ctx, printSetId)
  return { name: set.name, ...paperOf(set) }
}

type Templated = Pick<PrintRow, 'id' | 'designId' | 'size'>

interface Asked {
  size?: '100x150' | 'A6' | undefined
  paper: SetPaper | null
}

/**
 * By what each label is drawn: what it was made by, else the published version of its service's
 * template, else the built-in layout of the template's size. A built-in layout gives way to the
 * size asked for. With a print set each lies as often on its paper as there is room.
 */
export async function wantedLayouts(
  ctx: Ctx,
  rows: readonly Templated[],
  { size, paper }: Asked,
  made: ReadonlyMap<string, Pick<MadeLabel, 'layoutId'>> = new Map(),
): Promise<Wanted[]> {
  const own = await layoutsFor(
    ctx,
    rows.flatMap(({ id, designId }) => (designId === null || made.has(id) ? [] : designId)),
  )
  const byId = await keptLayouts(
    ctx,
    [...made.values()].map(({ layoutId }) => layoutId),
  )
  const plans = new Map<Layout | 'built-in', Wanted>()
  return rows.map((row): Wanted => {
    const before = made.get(row.id)
    const pinned = before && byId.get(before.layoutId)
    const layout = pinned ?? (row.designId === null ? undefined : own.get(row.designId))
    if (!paper) {
      const isFixed = layout && (layout.builtIn === null || !size || size === layout.builtIn)
      return { layout: isFixed ? layout : builtInLayout(size ?? sizeNamed(row.size)) }
    }
    const known = plans.get(layout ?? 'built-in')
    if (known) return known
    const wanted = layout ? planned(layout, paper) : builtInOn(paper)
    plans.set(layout ?? 'built-in', wanted)
    return wanted
  })
}

/** One of ours that is larger than the paper gives way to the size that fits it. */
function planned(layout: Layout, paper: SetPaper): Wanted {
  const plan = planSheet(paper, layout.document.page)
  if (plan) return { layout, plan }
  return layout.builtIn === null ? tooSmall(paper) : builtInOn(paper)
}

function builtInOn(paper: SetPaper): Wanted {
  const plan = planBuiltIn(paper)
  return plan ? { layout: builtInLayout(plan.size), plan } : tooSmall(paper)
}

const tooSmall = ({ name, width, height }: SetPaper): never =>
  fail('label.paperTooSmall', { name, width, height })
