import { loadModule, parseSync } from 'libpg-query'
import type { ClientBase } from 'pg'
import { fail } from '#server/kit/http/errors.ts'
import {
  COMPARISONS,
  FUNCTIONS,
  MOMENTS,
  NODES,
  OPERATORS,
  PLACES,
  TYPES,
  UNNAMED,
} from './allowed-sql.ts'

export const SQL_MAX = 20_000
const DEPTH_MAX = 60
const NODES_MAX = 4_000
/** Texts that are put together by `||` and `concat` in all: a text grows to some thousand times. */
const JOINED_MAX = 20

/** What a statement reads, where it may run. */
export interface Checked {
  /** Names of views, or of tables of a data source. */
  reads: ReadonlySet<string>
  /** How often it names a parameter. */
  parameters: number
  /** Last parts of `a.b`: what is no column of `a` PostgreSQL takes for the function `b(a)`. */
  dotted: ReadonlySet<string>
}
/** `view`: those of the schema `report`; null: any table of a data source outside the system's. */
export type Readable = ReadonlySet<string> | null

type Node = Readonly<Record<string, unknown>>

/**
 * Decides over the whole parsed tree whether a statement may run: one SELECT, made of allowed
 * nodes, functions, operators and types, on readable views. The text that is checked is the text
 * that is sent.
 *
 * @throws Refusal `report.sql.…` with what is refused.
 */
export async function checkStatement(text: string, readable: Readable): Promise<Checked> {
  if (text.length > SQL_MAX) fail('report.sql.tooLong', { max: SQL_MAX })
  if (text.includes('\0')) fail('report.sql.syntax', { message: '\\0' })
  if (deepest(text) > DEPTH_MAX) fail('report.sql.tooDeep', { max: DEPTH_MAX })
  await loadModule()
  const statements = parsed(text)
  if (statements.length !== 1) fail('report.sql.oneStatement')
  const [kind, select] = Object.entries((statements[0] as { stmt: Node }).stmt)[0] ?? []
  if (kind !== 'SelectStmt') fail('report.sql.onlySelect')
  const tree = new TreeCheck(readable)
  tree.node('SelectStmt', select as Node, new Set(), 0)
  return { reads: tree.reads, parameters: tree.parameters, dotted: tree.dotted }
}

function parsed(text: string): readonly unknown[] {
  try {
    return parseSync(text).stmts ?? []
  } catch (error) {
    return fail('report.sql.syntax', { message: (error as Error).message.slice(0, 200) })
  }
}

/** How deep brackets go, so that what is too deep is not parsed at all. */
function deepest(text: string): number {
  let [depth, most] = [0, 0]
  for (const sign of text) {
    if (sign === '(' || sign === '[') most = Math.max(most, ++depth)
    else if (sign === ')' || sign === ']') depth--
  }
  return most
}

class TreeCheck {
  readonly reads = new Set<string>()
  readonly dotted = new Set<string>()
  parameters = 0
  #joined = 0
  #nodes = 0
  readonly #readable: Readable

  constructor(readable: Readable) {
    this.#readable = readable
  }

  /** `named`: names that WITH has given around the node. */
  node(kind: string, node: Node, named: ReadonlySet<string>, depth: number): void {
    const allowed = Object.hasOwn(NODES, kind) ? NODES[kind]! : refuse('report.sql.part', kind)
    if (depth > DEPTH_MAX) fail('report.sql.tooDeep', { max: DEPTH_MAX })
    if (++this.#nodes > NODES_MAX) fail('report.sql.tooLong', { max: SQL_MAX })
    for (const part of Object.keys(node))
      if (!allowed.has(part) && !PLACES.has(part)) refuse('report.sql.part', `${kind}.${part}`)
    this.#check(kind, node, named)
    const inside = kind === 'SelectStmt' ? this.#with(node, named, depth) : named
    for (const [part, value] of Object.entries(node)) {
      if (PLACES.has(part) || (kind === 'SelectStmt' && part === 'withClause')) continue
      this.#value(kind, part, value, inside, depth + 1)
    }
  }

  #value(
    kind: string,
    part: string,
    value: unknown,
    named: ReadonlySet<string>,
    depth: number,
  ): void {
    if (Array.isArray(value)) {
      for (const one of value) this.#value(kind, '', one, named, depth)
      return
    }
    if (typeof value !== 'object' || value === null) return
    const unnamed = Object.hasOwn(UNNAMED, part) ? UNNAMED[part]! : null
    // Both sides of a join are named, those of a UNION are not.
    if (unnamed && !(unnamed === 'SelectStmt' && kind !== 'SelectStmt'))
      return this.node(unnamed, value as Node, named, depth)
    // A constant's value is a pair of its own name and itself.
    if (kind === 'A_Const') return
    for (const [inner, node] of Object.entries(value as Node))
      this.node(inner, node as Node, named, depth)
  }

  /** Each WITH knows those before it, and its select all of them. */
  #with(node: Node, named: ReadonlySet<string>, depth: number): ReadonlySet<string> {
    const clause = node.withClause as Node | undefined
    if (!clause) return named
    for (const part of Object.keys(clause))
      if (part !== 'ctes' && !PLACES.has(part)) refuse('report.sql.part', `WITH ${part}`)
    const known = new Set(named)
    for (const one of clause.ctes as { CommonTableExpr: Node }[]) {
      const cte = one.CommonTableExpr
      this.node('CommonTableExpr', cte, known, depth + 1)
      known.add(String(cte.ctename))
    }
    return known
  }

  #check(kind: string, node: Node, named: ReadonlySet<string>): void {
    if (kind === 'RangeVar') this.#table(node, named)
    else if (kind === 'FuncCall') {
      const name = ownName(node.funcname)
      allow(FUNCTIONS, name, 'report.sql.function')
      if (name.startsWith('concat')) this.#join((node.args as unknown[] | undefined)?.length ?? 0)
    } else if (kind === 'ColumnRef') this.#column(node)
    else if (kind === 'TypeName') allow(TYPES, ownName(node.names), 'report.sql.type')
    else if (kind === 'SQLValueFunction') allow(MOMENTS, String(node.op), 'report.sql.function')
    else if (kind === 'A_Expr') {
      allow(COMPARISONS, String(node.kind), 'report.sql.operator')
      // BETWEEN is its own name.
      if (!String(node.kind).includes('BETWEEN'))
        allow(OPERATORS, operatorOf(node.name), 'report.sql.operator')
      if (operatorOf(node.name) === '||') this.#join(2)
    } else if (kind === 'SubLink' && node.operName)
      allow(OPERATORS, operatorOf(node.operName), 'report.sql.operator')
    else if (kind === 'RangeFunction') fromFunction(node)
    else if (kind === 'ParamRef') this.parameters++
  }

  #column({ fields }: Node): void {
    const parts = words(fields)
    if (parts.length > 1 && parts.at(-1) !== '?') this.dotted.add(parts.at(-1)!)
  }

  /** Texts put together grow with every step of a WITH: only a few may be. */
  #join(texts: number): void {
    if ((this.#joined += texts) > JOINED_MAX) fail('report.sql.tooManyJoined', { max: JOINED_MAX })
  }

  #table({ schemaname, relname }: Node, named: ReadonlySet<string>): void {
    const name = String(relname)
    if (schemaname === undefined && named.has(name)) return
    if (this.#readable === null) {
      // A source's own tables by their schemas; its catalogue is none of them.
      if (schemaname === undefined || /^(pg_|information_schema$)/.test(String(schemaname)))
        refuse(
          'report.sql.table',
          schemaname === undefined ? name : `${String(schemaname)}.${name}`,
        )
      this.reads.add(`${String(schemaname)}.${name}`)
      return
    }
    if ((schemaname !== undefined && schemaname !== 'report') || !this.#readable.has(name))
      refuse('report.sql.table', schemaname === undefined ? name : `${String(schemaname)}.${name}`)
    this.reads.add(name)
  }
}

type SqlRefusal =
  | 'report.sql.part'
  | 'report.sql.function'
  | 'report.sql.type'
  | 'report.sql.operator'
  | 'report.sql.table'

function refuse(code: SqlRefusal, name: string): never {
  return fail(code, { name: name.slice(0, 100) })
}
function allow(allowed: ReadonlySet<string>, name: string, code: SqlRefusal): void {
  if (!allowed.has(name)) refuse(code, name)
}

const words = (names: unknown): string[] =>
  (Array.isArray(names) ? names : []).map((one) =>
    String((one as { String?: { sval?: string } }).String?.sval ?? '?'),
  )

/** A name of the system's own schema, or without one; any other schema is part of the name. */
function ownName(names: unknown): string {
  const [first, ...rest] = words(names)
  return first === 'pg_catalog' && rest.length === 1 ? rest[0]! : [first, ...rest].join('.')
}
const operatorOf = (names: unknown): string => words(names).join('.')

/**
 * Rows of days and numbers are made in FROM, nothing else: one call of `generate_series` itself,
 * not one of several and not inside one.
 */
function fromFunction({ functions }: Node): void {
  const [only, ...others] = functions as { List?: { items?: readonly Node[] } }[]
  const call = only?.List?.items?.[0]?.FuncCall as Node | undefined
  if (others.length > 0 || !call || ownName(call.funcname) !== 'generate_series')
    refuse('report.sql.function', 'FROM')
}

/** Functions of one argument that `a.b` may turn out to be: columns have these names as well. */
const HARMLESS = new Set([...FUNCTIONS, ...TYPES, 'name'])

/**
 * Refuses `a.b` where a function of the system is named `b`. Asked on the connection the statement
 * will run on: each server has its own functions.
 */
export async function refuseHiddenCalls(
  { dotted }: Checked,
  client: Pick<ClientBase, 'query'>,
): Promise<void> {
  const names = [...dotted].filter((name) => !HARMLESS.has(name))
  if (names.length === 0) return
  const { rows } = await client.query<{ proname: string }>(
    `select p.proname from pg_catalog.pg_proc p
      where p.proname = any($1::text[]) and p.pronargs >= 1
        and p.pronargs - p.pronargdefaults <= 1 limit 1`,
    [names],
  )
  if (rows[0]) refuse('report.sql.function', rows[0].proname)
}
