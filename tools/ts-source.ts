import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseSync } from '@swc/core'
import type {
  BlockStatement,
  Expression,
  Module,
  ModuleItem,
  TsType,
  TsTypeElement,
  VariableDeclarator,
} from '@swc/core'

/** A TypeScript file with what its names stand for, wherever in it they are declared. */
export interface Source {
  file: string
  code: string
  start: number
  module: Module
  values: Map<string, Expression | BlockStatement>
  types: Map<string, TsType | { members: TsTypeElement[]; bases: string[] }>
  imports: Map<string, { file: string; name: string }>
}

const sources = new Map<string, Source>()

/** A source file, parsed once; `given` instead of what the file holds. */
export function read(root: string, file: string, given?: string): Source {
  const known = given === undefined ? sources.get(file) : undefined
  if (known) return known
  const code = given ?? readFileSync(join(root, file), 'utf8')
  const module = parseSync(code, { syntax: 'typescript', target: 'es2022' })
  const source: Source = {
    file,
    code,
    // swc counts bytes over all files of the process, from the first token of this one.
    start: module.span.start - Buffer.byteLength(leading(code)),
    module,
    values: new Map(),
    types: new Map(),
    imports: new Map(),
  }
  walk(module, (node) => {
    if (node.type === 'VariableDeclarator' && node.id.type === 'Identifier' && node.init) {
      if (!source.values.has(node.id.value)) source.values.set(node.id.value, node.init)
    } else if (node.type === 'FunctionDeclaration' && node.body)
      source.values.set(node.identifier.value, node.body)
    else if (node.type === 'TsTypeAliasDeclaration')
      source.types.set(node.id.value, node.typeAnnotation)
    else if (node.type === 'TsInterfaceDeclaration')
      source.types.set(node.id.value, {
        members: node.body.body,
        bases: node.extends.map(({ expression }) => nameOf(expression)),
      })
    else if (node.type === 'ImportDeclaration') {
      const from = pathOf(root, file, node.source.value)
      if (from === undefined) return
      for (const one of node.specifiers)
        if (one.type === 'ImportSpecifier')
          source.imports.set(one.local.value, {
            file: from,
            name: one.imported?.value ?? one.local.value,
          })
    } else if (node.type === 'ExportNamedDeclaration' && node.source) {
      // What a public API file hands on is found as if it was imported there.
      const from = pathOf(root, file, node.source.value)
      if (from === undefined) return
      for (const one of node.specifiers)
        if (one.type === 'ExportSpecifier')
          source.imports.set((one.exported ?? one.orig).value, {
            file: from,
            name: one.orig.value,
          })
    }
  })
  if (given === undefined) sources.set(file, source)
  return source
}

const leading = (code: string): string => /^(?:\s|\/\/.*\n|\/\*[\s\S]*?\*\/)*/.exec(code)![0]

function pathOf(root: string, file: string, to: string): string | undefined {
  const path = to.startsWith('#') ? to.slice(1) : to.startsWith('.') ? join(dirname(file), to) : ''
  return path !== '' && path.endsWith('.ts') && existsSync(join(root, path)) ? path : undefined
}

/** What `walk` meets; other nodes are passed over by their type. */
export type Known = Extract<ModuleItem | VariableDeclarator | Expression, { type: string }>

/** All nodes of a tree, outermost first. */
export function walk(tree: unknown, visit: (node: Known) => void): void {
  if (Array.isArray(tree)) for (const one of tree) walk(one, visit)
  else if (tree !== null && typeof tree === 'object') {
    if ('type' in tree && typeof tree.type === 'string') visit(tree as Known)
    for (const value of Object.values(tree)) if (typeof value === 'object') walk(value, visit)
  }
}

export const nameOf = (node: Expression): string => (node.type === 'Identifier' ? node.value : '')
