import { globSync } from 'node:fs'
import { join } from 'node:path'
import type { Expression } from '@swc/core'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { isBulk, type Endpoint } from '#contracts/kit/endpoint.ts'
import { nameOf, read, walk, type Source } from '../../tools/ts-source.ts'

const root = join(import.meta.dirname, '../..')
const EACH_ROW = 'server/kit/resource/each-row.ts'

/** Whether a function, or what it calls, does rows one by one. */
function doesRows(source: Source, code: unknown, seen = new Set<unknown>()): boolean {
  if (code === undefined || seen.has(code)) return false
  seen.add(code)
  const names = new Set<string>()
  const members = new Set<unknown>()
  walk(code, (node: { type: string; property?: unknown; key?: unknown; value?: unknown }) => {
    // What a thing is asked by its name is no function of the file.
    if (node.type === 'MemberExpression') members.add(node.property)
    if (node.type === 'KeyValueProperty') members.add(node.key)
    if (node.type === 'Identifier' && !members.has(node)) names.add(String(node.value))
  })
  return [...names].some((name) => {
    const from = source.imports.get(name)
    if (!from) return doesRows(source, source.values.get(name), seen)
    if (from.file === EACH_ROW) return true
    return from.file.startsWith('server/features/') && exportDoesRows(from, seen)
  })
}

function exportDoesRows(
  { file, name }: { file: string; name: string },
  seen: Set<unknown>,
): boolean {
  const source = read(root, file)
  const from = source.imports.get(name)
  if (!from) return doesRows(source, source.values.get(name), seen)
  return from.file === EACH_ROW || exportDoesRows(from, seen)
}

interface Bound {
  /** The contract as it is named there. */
  of: string
  verb: string
  code: unknown
}

/** The calls a source binds to verbs. */
function boundIn(source: Source): Bound[] {
  const found: Bound[] = []
  walk(source.module, (node) => {
    if (node.type !== 'CallExpression' || nameOf(node.callee as Expression) !== 'bindEndpoints')
      return
    const [contract, verbs] = node.arguments.map(({ expression }) => expression)
    if (contract?.type !== 'Identifier' || verbs?.type !== 'ObjectExpression') return
    for (const one of verbs.properties)
      if (one.type === 'Identifier') found.push({ of: contract.value, verb: one.value, code: one })
      else if (one.type === 'KeyValueProperty' && one.key.type === 'Identifier')
        found.push({ of: contract.value, verb: one.key.value, code: one.value })
  })
  return found
}

/** Keyed calls of a source that do rows in the one transaction of their key. */
function wrongIn(source: Source, endpointOf: (bound: Bound) => Endpoint | undefined): string[] {
  return boundIn(source).flatMap((bound) => {
    const endpoint = endpointOf(bound)
    const wrong = endpoint?.idempotency && !isBulk(endpoint) && doesRows(source, bound.code)
    return wrong ? [`${source.file}: ${endpoint.method} ${endpoint.path}`] : []
  })
}

test('a keyed call that does rows one by one is a bulk call, which locks them in order', async () => {
  const files = globSync('server/features/**/*.ts', { cwd: root }).filter(
    (file) => !/\.(test|fixture)\.ts$/.test(file),
  )
  const wrong: string[] = []
  let known = 0
  for (const file of files) {
    const source = read(root, file)
    if (!source.code.includes('bindEndpoints(')) continue
    const contracts = new Map<string, Record<string, Endpoint>>()
    for (const { of } of boundIn(source)) {
      const from = source.imports.get(of)
      if (from?.file.startsWith('contracts/') && !contracts.has(of)) {
        const module = (await import(join(root, from.file))) as Record<
          string,
          Record<string, Endpoint>
        >
        contracts.set(of, module[from.name] ?? {})
      }
    }
    wrong.push(
      ...wrongIn(source, ({ of, verb }) => {
        const endpoint = contracts.get(of)?.[verb]
        if (endpoint) known++
        return endpoint
      }),
    )
  }
  expect(known).toBeGreaterThan(500)
  expect(wrong).toEqual([])
})

test('a planted call is found, also behind a function of another feature', () => {
  const keyed: Endpoint = {
    method: 'PUT',
    path: '/x/do',
    perm: 'x:do',
    in: z.object({}),
    out: z.null(),
    idempotency: 'accepted',
  }
  const found = (code: string) => wrongIn(read(root, 'server/features/x.ts', code), () => keyed)
  const kit = "import { eachRow } from '#server/kit/resource/each-row.ts'\n"
  const far =
    "import { cancelPredicted } from './returns/return-tracks/predicted/predicted-returns.ts'\n"
  const here = ['server/features/x.ts: PUT /x/do']
  expect(found(`${kit}bindEndpoints(x, { go: (ctx, { ids }) => eachRow(ctx, ids, one) })`)).toEqual(
    here,
  )
  expect(found(`${kit}const go = (ctx) => { eachRow(ctx) }\nbindEndpoints(x, { go })`)).toEqual(
    here,
  )
  expect(
    found(`${far}bindEndpoints(x, { go: async (ctx) => (await cancelPredicted(ctx)).done })`),
  ).toEqual(here)
  expect(
    found(`${kit}const other = () => eachRow()\nbindEndpoints(x, { go: () => null })`),
  ).toEqual([])
})
