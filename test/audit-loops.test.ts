import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from '@swc/core'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

type Node = { type?: string; [key: string]: unknown }

const LOOPS = ['ForStatement', 'ForOfStatement', 'ForInStatement', 'WhileStatement']
const FUNCTIONS = ['ArrowFunctionExpression', 'FunctionExpression', 'FunctionDeclaration']

/**
 * How often a source writes the data log row by row in a loop: `auditMany` takes all rows in one
 * statement.
 */
function auditsInLoops(code: string): number {
  let found = 0
  const visit = (node: unknown, looped: boolean): void => {
    if (typeof node !== 'object' || node === null) return
    if (Array.isArray(node)) {
      for (const one of node) visit(one, looped)
      return
    }
    const { type, ...parts } = node as Node
    if (looped && type === 'CallExpression' && methodOf(parts) === 'audit') found++
    // `rows.map(async (row) => …)` is a loop as well; any other function runs when it is called.
    const mapper =
      type === 'CallExpression' && ['map', 'forEach', 'flatMap'].includes(methodOf(parts) ?? '')
    const inside = LOOPS.includes(type ?? '') || (looped && !FUNCTIONS.includes(type ?? ''))
    for (const [name, part] of Object.entries(parts)) {
      if (mapper && name === 'arguments')
        for (const { expression } of part as { expression: Node }[])
          visit(FUNCTIONS.includes(expression.type ?? '') ? expression.body : expression, true)
      else visit(part, inside)
    }
  }
  visit(parseSync(code, { syntax: 'typescript' }), false)
  return found
}

function methodOf(call: Node): string | undefined {
  const callee = call.callee as { property?: { value?: string } } | undefined
  return callee?.property?.value
}

test('the data log of many rows is written in one statement', () => {
  const files = globSync('server/**/*.ts', { cwd: root }).filter(
    (file) => !file.endsWith('.test.ts'),
  )
  const wrong = files.filter((file) => {
    const code = readFileSync(join(root, file), 'utf8')
    return code.includes('.audit(') && auditsInLoops(code) > 0
  })
  expect(wrong).toEqual([])
})

test('planted loops are found, single rows are left alone', () => {
  for (const wrong of [
    "for (const row of rows) await tx.audit('t', row.id, 'edit', row, null)",
    "await Promise.all(rows.map(async (row) => { await tx.audit('t', row.id, 'edit', row, null) }))",
    "while (more) { if (x) await tx.audit('t', id, 'edit', a, b) }",
  ])
    expect(auditsInLoops(wrong), wrong).toBe(1)
  for (const right of [
    "await tx.audit('t', id, 'edit', a, b)",
    "await eachRow(ctx, ids, async (tx, id) => { await tx.audit('t', id, 'edit', a, b) })",
    "for (const row of rows) later(() => tx.audit('t', row.id, 'edit', a, b))",
  ])
    expect(auditsInLoops(right), right).toBe(0)
})
