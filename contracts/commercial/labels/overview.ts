import { z } from 'zod'
import { endpoints } from '../../kit/endpoint.ts'

const version = z.object({
  versionNo: z.int(),
  at: z.string().nullable(),
  changedBy: z.string().nullable(),
})

export const labelOverview = endpoints({
  /** Of all templates: which version prints, whether there is a draft, who uses it. */
  overview: {
    method: 'GET',
    path: '/erp/labelTemplate/overview',
    perm: 'dlv:label:list',
    in: z.object({}),
    out: z.object({
      templates: z.array(
        z.object({
          id: z.string(),
          /** Null: the built-in layout of its size. */
          published: version.nullable(),
          draft: version.nullable(),
          services: z.array(z.object({ id: z.string(), code: z.string(), name: z.string() })),
        }),
      ),
    }),
  },
})
export type TemplateState = z.infer<typeof labelOverview.overview.out>['templates'][number]
