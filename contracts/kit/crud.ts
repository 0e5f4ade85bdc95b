import { z } from 'zod'
import { endpoints, ofStaff } from './endpoint.ts'
import { filtersOf, once, type Entity } from './entity.ts'
import { bulkResult, cellError, idList, idText, rowVersion } from './envelope.ts'
import type { Fields } from './field.ts'
import { exportQuery, listQuery, pageOf } from './page.ts'
import type { Conditions } from './when.ts'

export const VERBS = [
  'list',
  'queryById',
  'add',
  'edit',
  'delete',
  'deleteBatch',
  'exportXls',
  'importExcel',
  'options',
] as const
export type Verb = (typeof VERBS)[number]

export interface CrudOptions<
  F extends Fields = Fields,
  P extends string = string,
  V extends Verb = Verb,
> {
  path: `/${string}`
  /**
   * Permission prefix `area:entity`; verbs add `:list`, `:add`, `:edit`, `:delete`, `:import`,
   * `:export`. Several where rows are of several kinds: any one opens the call.
   */
  perm: P | readonly P[]
  /** Verbs the kit serves: all where none are named. */
  verbs?: readonly V[]
  /** Verbs a feature serves by hand under the same paths; screens offer them like the kit's. */
  byHand?: readonly Verb[]
  /** What a change makes outdated in addition to the entity's own lists, by path. */
  touches?: readonly `/${string}`[]
  /** `login`: any signed-in user of the tenant may pick a row by its label (depots, services …). */
  pick?: 'login' | 'perm'
  /** The list and its changes are for the company's own people only. */
  staff?: true
  sort?: { column: (keyof F & string) | 'createTime'; order: 'asc' | 'desc' }
  /**
   * When the built-in edit and delete are open: the server refuses otherwise, the screen does not
   * offer them.
   */
  when?: Conditions<keyof F & string>
  /** Its rows are worked out when they are asked for: none has a detail, or a day it was made. */
  computed?: true
}

/** An entity with calls. `offered`: the verbs a screen has, from whichever endpoint. */
export type Crud<
  F extends Fields = Fields,
  P extends string = string,
  V extends Verb = Verb,
> = Entity<F> &
  CrudOptions<F, P, V> & {
    readonly kind: 'crud'
    readonly verbs: readonly V[]
    readonly offered: readonly Verb[]
    readonly endpoints: Standard<F, P>
  }
export const isCrud = (of: Entity): of is Crud => of.kind === 'crud'

/**
 * Serves an entity: the standard verbs in the wire's shape (wire.md §3) with their permissions,
 * plus `options` for reference pickers. The server binds them with `bindCrud`.
 */
export function crud<const F extends Fields, const P extends string, const V extends Verb = Verb>(
  of: Entity<F>,
  options: CrudOptions<F, P, V>,
): Crud<F, P, V> {
  const verbs = options.verbs ?? (VERBS as readonly Verb[] as readonly V[])
  return {
    ...described(of),
    ...options,
    kind: 'crud',
    verbs,
    offered: [...verbs, ...(options.byHand ?? [])],
    endpoints: options.staff ? ofStaff(standard(of, options)) : standard(of, options),
    get row() {
      return of.row
    },
    get input() {
      return of.input
    },
  }
}

/** Without its schemas, which spreading would make at once. */
function described<F extends Fields>(of: Entity<F>) {
  const {
    name,
    table,
    scope,
    fields,
    filters,
    label,
    depot,
    owner,
    creator,
    madeBy,
    shared,
    follows,
    unowned,
    search,
  } = of
  return {
    name,
    table,
    scope,
    fields,
    label,
    ...(filters ? { filters } : {}),
    ...(depot ? { depot } : {}),
    ...(owner ? { owner } : {}),
    ...(creator ? { creator } : {}),
    ...(madeBy ? { madeBy } : {}),
    ...(shared ? { shared } : {}),
    ...(unowned ? { unowned } : {}),
    ...(follows ? { follows } : {}),
    ...(search ? { search } : {}),
  }
}

function codesOf<P extends string, const A extends string>(
  perm: P | readonly P[],
  action: A,
): `${P}:${A}` | readonly `${P}:${A}`[] {
  return typeof perm === 'string'
    ? (`${perm}:${action}` as const)
    : perm.map((one) => `${one}:${action}` as const)
}

/** The codes that open an entity's action, any one of them. */
export const permsFor = (of: Pick<Crud, 'perm'>, action: string): readonly string[] =>
  [codesOf(of.perm, action)].flat()

type Standard<F extends Fields, P extends string> = ReturnType<typeof standard<F, P>>
function standard<F extends Fields, const P extends string>(
  of: Entity<F>,
  { path, perm, pick, touches: others = [] }: CrudOptions<F, P>,
) {
  const at = (verb: Verb): string => `${path}/${verb}`
  const touches: readonly `/${string}`[] = [path, ...others]
  const page = once(() => pageOf(of.row))
  const listInput = once(() => listQuery(filtersOf(of)))
  const exportInput = once(() => exportQuery(filtersOf(of)))
  const editInput = once(() => of.input.extend({ id: idText, version: rowVersion }))
  const codes = <const A extends string>(action: A) => codesOf<P, A>(perm, action)
  const picks = pick === 'login' ? { login: true as const } : { perm: codes('list') }
  return endpoints({
    // Also by POST: five hundred pasted numbers are no address.
    list: {
      method: 'GET',
      also: ['POST'],
      path: at('list'),
      perm: codes('list'),
      get in() {
        return listInput()
      },
      get out() {
        return page()
      },
    },
    queryById: {
      method: 'GET',
      path: at('queryById'),
      perm: codes('list'),
      in: byId,
      get out() {
        return of.row
      },
    },
    add: {
      method: 'POST',
      path: at('add'),
      touches,
      perm: codes('add'),
      get in() {
        return of.input
      },
      get out() {
        return of.row
      },
      message: 'ok.added',
      idempotency: 'accepted',
    },
    edit: {
      method: 'PUT',
      also: ['POST'],
      path: at('edit'),
      touches,
      perm: codes('edit'),
      takesMasks: true,
      get in() {
        return editInput()
      },
      get out() {
        return of.row
      },
      message: 'ok.edited',
      idempotency: 'accepted',
    },
    delete: {
      method: 'DELETE',
      path: at('delete'),
      touches,
      perm: codes('delete'),
      in: byId,
      out: nothing,
      message: 'ok.deleted',
    },
    deleteBatch: {
      method: 'DELETE',
      path: at('deleteBatch'),
      touches,
      perm: codes('delete'),
      in: byIds,
      out: bulkResult,
      idempotency: 'accepted',
      message: 'ok.deletedBatch',
    },
    exportXls: {
      method: 'GET',
      also: ['POST'],
      path: at('exportXls'),
      perm: codes('export'),
      get in() {
        return exportInput()
      },
      out: nothing,
      reply: 'file',
    },
    importExcel: {
      method: 'POST',
      path: at('importExcel'),
      touches,
      perm: codes('import'),
      in: importInput,
      out: importResult,
      body: 'multipart',
      limit: 21 * 1024 * 1024,
      idempotency: 'accepted',
    },
    options: {
      method: 'GET',
      path: at('options'),
      ...picks,
      in: optionInput,
      out: optionRows,
    },
  })
}

const byId = z.object({ id: idText })
const byIds = z.object({ ids: idList })
const nothing = z.null()
const importInput = z.object({
  dryRun: z.enum(['true', 'false'], { error: 'field.invalid' }).optional(),
})
const optionInput = z.object({ keyword: z.string().max(100).optional(), ids: idList.optional() })
export const optionRow = z.object({ value: z.string(), text: z.string() })
const optionRows = z.array(optionRow)
export const importResult = z.object({
  totalCount: z.number(),
  successCount: z.number(),
  errorCount: z.number(),
  errors: z.array(cellError),
  /** The three figures in a sentence. */
  msg: z.string(),
  /**
   * The refused rows with their reasons, for a day; null where none was refused or it was a trial.
   */
  fileUrl: z.string().nullable(),
  fileName: z.string().nullable(),
})
