import type { BlockStatement, Expression, TaggedTemplateExpression } from '@swc/core'
import { rowOf, type RowType } from './row-types.ts'
import { nameOf, read, walk, type Source } from './ts-source.ts'

/**
 * A `sql<Row>` statement of a source file: its text with parameters in place of values, and its row
 * type.
 */
export interface TypedStatement {
  file: string
  line: number
  /**
   * Ways to write it, one per branch of its conditions: the first that PostgreSQL takes is checked.
   */
  texts: string[]
  /** Undefined where the type is one this reader does not follow. */
  row: RowType | undefined
}
/** Every typed statement of the file; `root` is the folder of package.json. */
export function typedStatements(root: string, file: string, code?: string): TypedStatement[] {
  const source = read(root, file, code)
  const found: TypedStatement[] = []
  walk(source.module, (node) => {
    if (!isSql(node) || !node.typeParameters) return
    const type = node.typeParameters.params[0]!
    if (type.type === 'TsKeywordType') return
    const texts = WAYS.map((way) => {
      let count = 0
      return textOf(root, source, node, { ...way, depth: 0, parameter: () => `$${++count}` })
    })
    if (!/^\s*(select|insert|update|delete|with)\b/i.test(texts[0]!)) return
    const at = Buffer.from(source.code)
      .subarray(0, node.span.start - source.start)
      .toString()
    found.push({
      file,
      line: at.split('\n').length,
      texts: [...new Set(texts)],
      row: rowOf(root, source, type),
    })
  })
  return found
}

const WAYS = [
  { branch: 0, bodies: true },
  { branch: 1, bodies: true },
  { branch: 0, bodies: false },
]

const isSql = (node: { type: string }): node is TaggedTemplateExpression =>
  node.type === 'TaggedTemplateExpression' &&
  (node as TaggedTemplateExpression).tag.type === 'Identifier' &&
  nameOf((node as TaggedTemplateExpression).tag) === 'sql'

interface Writing {
  branch: number
  /** Whether functions are followed: what they are given may be a name that is not known here. */
  bodies: boolean
  depth: number
  parameter: () => string
}

function textOf(
  root: string,
  source: Source,
  node: TaggedTemplateExpression,
  how: Writing,
): string {
  return node.template.quasis
    .map((quasi, at) => {
      const hole = node.template.expressions[at]
      return (quasi.cooked ?? quasi.raw) + (hole ? holeText(root, source, hole, how) : '')
    })
    .join('')
}

/**
 * What is in a hole: a fragment's own text, a table within reach as the table, else a
 * parameter.
 */
function holeText(root: string, source: Source, hole: Expression, how: Writing): string {
  return fragment(root, source, hole, how) ?? how.parameter()
}

function fragment(
  root: string,
  source: Source,
  node: Expression | BlockStatement,
  how: Writing,
): string | undefined {
  if (how.depth > 8) return undefined
  const deeper = { ...how, depth: how.depth + 1 }
  if (isSql(node)) return textOf(root, source, node, deeper)
  if (isBody(node)) {
    if (!how.bodies) return undefined
    const last = node.stmts.findLast((one) => one.type === 'ReturnStatement')
    return last?.argument ? fragment(root, source, last.argument, deeper) : undefined
  }
  switch (node.type) {
    case 'ParenthesisExpression':
    case 'TsAsExpression':
    case 'TsNonNullExpression':
      return fragment(root, source, node.expression, deeper)
    case 'ConditionalExpression': {
      const ways = [node.consequent, node.alternate]
      if (how.branch === 1) ways.reverse()
      return fragment(root, source, ways[0]!, deeper)
    }
    case 'ArrowFunctionExpression':
      return fragment(root, source, node.body, deeper)
    case 'Identifier': {
      const value = source.values.get(node.value)
      if (value) return fragment(root, source, value, deeper)
      const imported = source.imports.get(node.value)
      if (!imported) return undefined
      const other = read(root, imported.file)
      const there = other.values.get(imported.name)
      return there && fragment(root, other, there, deeper)
    }
    case 'CallExpression':
      return callText(root, source, node, deeper)
    default:
      return undefined
  }
}

/** The parser has a type of its own for bodies of functions, which its declarations do not name. */
const isBody = (node: Expression | BlockStatement): node is BlockStatement =>
  ['BlockStatement', 'FunctionBody'].includes(node.type)

function callText(
  root: string,
  source: Source,
  node: Extract<Expression, { type: 'CallExpression' }>,
  how: Writing,
): string | undefined {
  const { callee } = node
  const given = node.arguments.map(({ expression }) => expression)
  const texts = given.map((one) => (one.type === 'StringLiteral' ? one.value : undefined))
  if (callee.type === 'Identifier') return fragment(root, source, callee, how)
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return undefined
  const method = callee.property.value
  const { object } = callee
  if (nameOf(object) === 'sql' && ['ref', 'id', 'table'].includes(method))
    return texts.every((one) => one !== undefined) ? texts.join('.') : undefined
  if (method === 'where' && rowsTable(object)) return 'true'
  if (method === 'as') {
    const reached = rowsTable(object)
    if (reached) return `${reached} as ${texts[0]}`
    const inner = fragment(root, source, object, how)
    return inner === undefined ? undefined : `${inner} as ${texts[0]}`
  }
  return undefined
}

/** The table of `….rows('name')` or `rowsSeenBy(…, 'name')`. */
function rowsTable(node: Expression): string | undefined {
  if (node.type === 'CallExpression' && node.callee.type === 'Identifier') {
    const seen = node.arguments.at(-1)?.expression
    if (node.callee.value === 'rowsSeenBy' && seen?.type === 'StringLiteral')
      return snake(seen.value)
  }
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return undefined
  const { property } = node.callee
  const table = node.arguments[0]?.expression
  return property.type === 'Identifier' &&
    property.value === 'rows' &&
    table?.type === 'StringLiteral'
    ? snake(table.value)
    : undefined
}

const snake = (name: string): string => name.replace(/[A-Z]/g, (sign) => `_${sign.toLowerCase()}`)
