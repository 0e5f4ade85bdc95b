import type { TsType, TsTypeElement } from '@swc/core'
import { read, type Source } from './ts-source.ts'

export type RowType = Record<string, FieldType>
export interface FieldType {
  /** `string`, `number`, `boolean`, these with `[]`, or `any` where it is not decided here. */
  kind: string
  optional: boolean
}

/**
 * The keys of a row type and their kinds; undefined where it is a type this reader does not follow.
 */
export function rowOf(root: string, source: Source, type: TsType, depth = 0): RowType | undefined {
  if (depth > 8) return undefined
  if (type.type === 'TsTypeLiteral') return membersOf(root, source, type.members, [], depth)
  if (type.type === 'TsIntersectionType') {
    const parts = type.types.map((one) => rowOf(root, source, one, depth + 1))
    return parts.includes(undefined) ? undefined : (Object.assign({}, ...parts) as RowType)
  }
  if (type.type !== 'TsTypeReference' || type.typeName.type !== 'Identifier') return undefined
  const name = type.typeName.value
  const [first, second] = type.typeParams?.params ?? []
  if ((name === 'Omit' || name === 'Pick') && first && second) {
    const row = rowOf(root, source, first, depth + 1)
    const keys = literalsOf(second)
    const picked = (key: string) => keys.includes(key) === (name === 'Pick')
    return row && Object.fromEntries(Object.entries(row).filter(([key]) => picked(key)))
  }
  return first ? undefined : namedRow(root, source, name, depth)
}

function namedRow(root: string, source: Source, name: string, depth: number): RowType | undefined {
  const own = source.types.get(name)
  if (own)
    return 'members' in own && 'bases' in own
      ? membersOf(root, source, own.members, own.bases, depth)
      : rowOf(root, source, own, depth + 1)
  const imported = source.imports.get(name)
  return imported && namedRow(root, read(root, imported.file), imported.name, depth + 1)
}

function membersOf(
  root: string,
  source: Source,
  members: readonly TsTypeElement[],
  bases: readonly string[],
  depth: number,
): RowType | undefined {
  const row: RowType = {}
  for (const base of bases) {
    const inherited = namedRow(root, source, base, depth + 1)
    if (!inherited) return undefined
    Object.assign(row, inherited)
  }
  for (const member of members) {
    if (member.type !== 'TsPropertySignature' || !member.typeAnnotation) return undefined
    const { key } = member
    if (key.type !== 'Identifier' && key.type !== 'StringLiteral') return undefined
    row[key.value] = {
      kind: kindOf(source, member.typeAnnotation.typeAnnotation),
      optional: member.optional,
    }
  }
  return row
}

const literalsOf = (type: TsType): string[] =>
  (type.type === 'TsUnionType' ? type.types : [type]).flatMap((one) =>
    one.type === 'TsLiteralType' && one.literal.type === 'StringLiteral' ? [one.literal.value] : [],
  )

const LITERALS: Record<string, string> = {
  StringLiteral: 'string',
  NumericLiteral: 'number',
  BooleanLiteral: 'boolean',
}

function kindOf(source: Source, type: TsType): string {
  switch (type.type) {
    case 'TsKeywordType':
      return ['string', 'number', 'boolean'].includes(type.kind) ? type.kind : 'any'
    case 'TsLiteralType':
      return LITERALS[type.literal.type] ?? 'any'
    case 'TsParenthesizedType':
    case 'TsTypeOperator':
      return kindOf(source, type.typeAnnotation)
    case 'TsArrayType': {
      const kind = kindOf(source, type.elemType)
      return kind === 'any' ? 'any' : `${kind}[]`
    }
    case 'TsUnionType': {
      const kinds = type.types
        .filter((one) => one.type !== 'TsKeywordType' || one.kind !== 'null')
        .map((one) => kindOf(source, one))
      return new Set(kinds).size === 1 ? kinds[0]! : 'any'
    }
    case 'TsTypeReference': {
      const own =
        type.typeName.type === 'Identifier' ? source.types.get(type.typeName.value) : undefined
      return own && !('bases' in own) ? kindOf(source, own) : 'any'
    }
    default:
      return 'any'
  }
}
