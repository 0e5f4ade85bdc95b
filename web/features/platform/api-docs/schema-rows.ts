import { resolve, type ApiDocument, type Schema } from './api-document.ts'

/** `length` counts characters, `items` entries of a list; the rest speaks for itself. */
export interface Limit {
  kind: 'plain' | 'length' | 'items'
  text: string
}
export interface SchemaRow {
  key: string
  depth: number
  name: string
  type: string
  required: boolean
  limits: Limit[]
  note: string
  again: boolean
}

const DEEPEST = 8

/**
 * A shape as lines of a tree, parents before their parts; a shape within itself is named once and
 * not entered again.
 */
export function schemaRows(document: ApiDocument, schema: Schema): SchemaRow[] {
  return parts(document, schema, 0, [], '')
}

interface Seen {
  schema: Schema
  refs: readonly string[]
}

function parts(
  document: ApiDocument,
  schema: Schema,
  depth: number,
  refs: readonly string[],
  key: string,
): SchemaRow[] {
  const inner = inside(document, schema, refs)
  if (!inner || depth > DEEPEST) return []
  const { schema: object } = inner
  const lines = Object.entries(object.properties ?? {}).flatMap(([name, part]) =>
    line(
      document,
      name,
      part,
      object.required?.includes(name) ?? false,
      depth,
      inner.refs,
      `${key}.${name}`,
    ),
  )
  const more = object.additionalProperties
  // `catchall` and maps: any further name with such a value.
  return typeof more === 'object' && Object.keys(more).length > 0
    ? [...lines, ...line(document, '*', more, false, depth, inner.refs, `${key}.*`)]
    : lines
}

function line(
  document: ApiDocument,
  name: string,
  schema: Schema,
  required: boolean,
  depth: number,
  refs: readonly string[],
  key: string,
): SchemaRow[] {
  const again = repeated(schema, refs)
  const row = {
    key,
    depth,
    name,
    type: typeName(document, schema),
    required,
    limits: limitsOf(chosen(document, schema)),
    note: schema.description ?? '',
    again,
  }
  return again ? [row] : [row, ...parts(document, schema, depth + 1, refs, key)]
}

/** The object with parts a schema leads to: through lists, references and "or nothing". */
function inside(document: ApiDocument, schema: Schema, refs: readonly string[]): Seen | null {
  if (schema.$ref) {
    const found = refs.includes(schema.$ref)
      ? undefined
      : (resolve(document, schema.$ref) as Schema | undefined)
    return found ? inside(document, found, [...refs, schema.$ref]) : null
  }
  if (schema.items) return inside(document, schema.items, refs)
  for (const branch of schema.anyOf ?? schema.oneOf ?? schema.allOf ?? []) {
    const found = inside(document, branch, refs)
    if (found) return found
  }
  return schema.properties || typeof schema.additionalProperties === 'object'
    ? { schema, refs }
    : null
}

function repeated(schema: Schema, refs: readonly string[]): boolean {
  if (schema.$ref) return refs.includes(schema.$ref)
  return schema.items
    ? repeated(schema.items, refs)
    : (schema.anyOf ?? []).some((branch) => repeated(branch, refs))
}

/** `string`, `object[]`, `integer | null`, `"asc" | "desc"`. */
export function typeName(document: ApiDocument, schema: Schema): string {
  if (schema.$ref) {
    const found = resolve(document, schema.$ref) as Schema | undefined
    return found ? typeName(document, found) : 'any'
  }
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  const branches = schema.anyOf ?? schema.oneOf
  if (branches)
    return [...new Set(branches.map((branch) => typeName(document, branch)))].join(' | ')
  if (schema.items) return list(typeName(document, schema.items))
  const type = Array.isArray(schema.type) ? schema.type.join(' | ') : schema.type
  return schema.contentMediaType
    ? 'file'
    : (type ?? (schema.properties || schema.allOf ? 'object' : 'any'))
}
const list = (type: string) => (type.includes(' | ') ? `(${type})[]` : `${type}[]`)

/**
 * The branch that is not "nothing": its limits are the field's; what is taken without one stands
 * outside the branches.
 */
function chosen(document: ApiDocument, schema: Schema): Schema {
  if (schema.$ref) return (resolve(document, schema.$ref) as Schema | undefined) ?? schema
  const branch = schema.anyOf?.find((one) => one.type !== 'null')
  return branch
    ? { ...branch, ...(schema.default === undefined ? {} : { default: schema.default }) }
    : schema
}

export function limitsOf(schema: Schema): Limit[] {
  const range = (kind: Limit['kind'], min: number | undefined, max: number | undefined): Limit[] =>
    min === undefined && max === undefined
      ? []
      : [
          {
            kind,
            text:
              min === undefined
                ? `≤ ${max}`
                : max === undefined
                  ? `≥ ${min}`
                  : min === max
                    ? String(min)
                    : `${min}–${max}`,
          },
        ]
  const plain = (text: string): Limit => ({ kind: 'plain', text })
  return [
    ...(schema.format ? [plain(schema.format)] : []),
    ...range('plain', schema.minimum, schema.maximum),
    ...range('length', schema.minLength, schema.maxLength),
    ...range('items', schema.minItems, schema.maxItems),
    ...(schema.default === undefined ? [] : [plain(`= ${JSON.stringify(schema.default)}`)]),
    ...(schema.pattern && !schema.format ? [plain(`/${schema.pattern}/`)] : []),
  ]
}
