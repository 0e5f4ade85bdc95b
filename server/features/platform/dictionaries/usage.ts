import { entities } from '#contracts/catalogue.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { translate, translateLabel } from '#server/kit/http/texts.ts'

/** Where a dictionary is chosen from, by the definitions of the entities. */
export function usageOf(
  ctx: Ctx,
  { code }: { code: string },
): Promise<{ entity: string; title: string; field: string; label: string }[]> {
  return Promise.resolve(
    entities.flatMap((of) =>
      Object.entries(of.fields)
        .filter(([, spec]) => spec.dict === code)
        .map(([field]) => ({
          entity: of.name,
          title: translate(ctx.lang, of.name, 'title'),
          field,
          label: translateLabel(ctx.lang, of.name, field),
        })),
    ),
  )
}
