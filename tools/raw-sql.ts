/**
 * Reads hand-written SQL out of source text and reports where it reaches a business table past
 * `ctx.rows(…)`.
 *
 * A statement is one `sql` template with the templates inside it. In it a table of the business
 * stands
 *   - as `${ctx.rows('parcel').as('p')}`: within reach, always good;
 *   - by its name (`from parcel p`) with `${tx.rows('parcel').where('p')}` in the same statement: within reach;
 *   - by its name with `p.tenant_id = other.tenant_id`, where `other` is itself within reach, directly or by further
 *     such steps: the row belongs to a row the caller may see;
 *   - as the target of an insert that names `tenant_id`, filled from the caller's tenant or from a select.
 * Everything else is raw and needs a line, with its reason, in the list of exceptions.
 */
export interface RawUse {
  table: string
  how: 'read' | 'update' | 'delete' | 'insert'
  line: number
}

interface Hole {
  source: string
}
interface Statement {
  text: string
  holes: Hole[]
  line: number
}

/** Every `sql` template of a source, outermost only; an expression in it becomes `⟦n⟧`. */
export function statementsOf(code: string): Statement[] {
  const found: Statement[] = []
  for (const match of code.matchAll(
    /\bsql(?:<(?:[^<>`]|<[^<>`]*>)*>)?`|\.query(?:<(?:[^<>`]|<(?:[^<>`]|<[^<>`]*>)*>)*>)?\(\s*`/g,
  )) {
    const start = match.index + match[0].length
    if (found.some((one) => start < ends.get(one)!)) continue
    const holes: Hole[] = []
    const { text, end } = template(code, start, holes)
    const statement = { text, holes, line: code.slice(0, match.index).split('\n').length }
    ends.set(statement, end)
    found.push(statement)
  }
  return found
}
const ends = new WeakMap<Statement, number>()

/**
 * The template's text up to its closing backtick; `sql` templates inside its expressions are part
 * of the statement.
 */
function template(code: string, from: number, holes: Hole[]): { text: string; end: number } {
  let text = ''
  let at = from
  while (at < code.length && code[at] !== '`') {
    if (code[at] === '\\') {
      text += code[at + 1] ?? ''
      at += 2
      continue
    }
    if (code[at] !== '$' || code[at + 1] !== '{') {
      text += code[at]
      at++
      continue
    }
    const inner = expression(code, at + 2, holes)
    text +=
      inner.nested.length > 0
        ? ` ${inner.nested.join(' ')} `
        : `⟦${holes.push({ source: inner.source }) - 1}⟧`
    at = inner.end + 1
  }
  return { text, end: at }
}

/** One `${…}`: its source, and the SQL of templates inside it. */
function expression(
  code: string,
  from: number,
  holes: Hole[],
): { source: string; nested: string[]; end: number } {
  const nested: string[] = []
  let depth = 0
  for (let at = from; at < code.length; at++) {
    const sign = code[at]!
    if (sign === "'" || sign === '"') at = code.indexOf(sign, at + 1)
    else if (sign === '`') {
      const tagged = /sql(<[^`]*>)?$/.test(code.slice(Math.max(from, at - 200), at))
      const inside = template(code, at + 1, holes)
      if (tagged) nested.push(inside.text)
      at = inside.end
    } else if (sign === '{') depth++
    else if (sign === '}' && depth-- === 0) return { source: code.slice(from, at), nested, end: at }
  }
  return { source: code.slice(from), nested, end: code.length }
}

const NAME = new RegExp(
  String.raw`\b(from|join|update|insert into|delete from|using)\s+(?:only\s+)?([a-z_][a-z0-9_]*)\b` +
    String.raw`(?:\s+(?:as\s+)?([a-z_][a-z0-9_]*))?`,
  'gi',
)
/** Words that follow a table and are no alias of it. */
const WORDS = new Set([
  'where',
  'set',
  'on',
  'join',
  'left',
  'inner',
  'cross',
  'right',
  'full',
  'group',
  'order',
  'limit',
  'using',
  'returning',
  'for',
  'values',
  'as',
  'union',
  'and',
  'or',
  'offset',
  'having',
  'select',
  'tablesample',
  'window',
  'natural',
])

const aliasesIn = (source: string) =>
  [...source.matchAll(/\.rows\([^)]*\)\s*\.(?:as|where)\(\s*'([a-z_][a-z0-9_]*)'/gi)].map(
    ([, alias]) => alias!,
  )

/** Uses of `tables` in a source that are not within the caller's reach. */
export function rawUses(code: string, tables: ReadonlySet<string>): RawUse[] {
  // `const parcel = ctx.rows('parcel').as('p')`, used by name further down.
  const remaining = new Map(
    [...code.matchAll(/\bconst (\w+) = ((?:ctx|tx)\.rows\([^\n]*)/g)].map(([, name, source]) => [
      name!,
      source!,
    ]),
  )
  return statementsOf(code).flatMap((statement) => {
    const { holes } = statement
    // Lists of tables (`from a, b`) are read as joins.
    const text = statement.text
      .replace(/--.*$/gm, '')
      .replace(
        /\bfrom\s+([^()]*?)(?=\bwhere\b|\bjoin\b|\bleft\b|\bgroup\b|\border\b|\blimit\b|[()]|$)/gi,
        (part) => part.replaceAll(/,\s*(?=[a-z_][a-z0-9_]*\s+(as\s+)?[a-z_])/gi, ' join '),
      )
    const named = [...text.matchAll(NAME)]
      .map(([, word = '', table = '', next = '']) => ({
        how:
          ({ update: 'update', 'insert into': 'insert', 'delete from': 'delete' } as const)[
            word.toLowerCase()
          ] ?? ('read' as const),
        table,
        alias: next === '' || WORDS.has(next.toLowerCase()) ? table : next,
      }))
      .filter(({ table }) => tables.has(table))
    const reached = new Set(
      holes.flatMap(({ source }) => aliasesIn(remaining.get(source.trim()) ?? source)),
    )
    // A fragment speaks of a row that the statement around it brings.
    for (const alias of aliasesIn(code))
      if (!named.some((one) => one.alias === alias)) reached.add(alias)
    const links = [
      ...text.matchAll(/\b([a-z_]\w*)\.tenant_id\s*=\s*([a-z_]\w*)\.tenant_id\b/gi),
    ].map(([, a, b]) => [a!, b!] as const)
    for (let grown = true; grown;) {
      grown = false
      for (const [a, b] of links) {
        for (const [from, to] of [
          [a, b],
          [b, a],
        ] as const)
          if (reached.has(from) && !reached.has(to)) {
            reached.add(to)
            grown = true
          }
      }
    }
    const own = (source: string) => /\btenantId\b/.test(source)
    return named
      .filter(({ how, table, alias }) =>
        how === 'insert'
          ? !(
              new RegExp(
                `insert into\\s+${table}\\s*(?:as\\s+\\w+\\s*)?\\([^)]*\\btenant_id\\b`,
                'i',
              ).test(text) &&
              (holes.some(({ source }) => own(source)) ||
                /\btenant_id\b[\s\S]*\bselect\b/i.test(text))
            )
          : !reached.has(alias),
      )
      .map(({ table, how }) => ({ table, how, line: statement.line }))
  })
}
