import { expect, test } from 'vitest'
import type { DepartNode } from '#contracts/platform/departments/departments.nodes.ts'
import { linesOf, parentsFor, shownLines } from './tree-lines.ts'

const node = (id: string, children: DepartNode[] = [], more: Partial<DepartNode> = {}) =>
  ({
    id,
    departName: `部门${id}`,
    departNameEn: null,
    departNameAbbr: null,
    orgCode: id,
    children: children.length ? children : null,
    ...more,
  }) as DepartNode
const lines = linesOf([
  node('a', [node('b', [node('c', [], { departNameEn: 'Frankfurt' })]), node('d')]),
])
const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id).join('')

test('the tree is drawn but for what is folded, and searched by any of its names', () => {
  expect(ids(shownLines(lines, new Set(), ''))).toBe('abcd')
  expect(ids(shownLines(lines, new Set(['b']), ''))).toBe('abd')
  expect(ids(shownLines(lines, new Set(['a']), ''))).toBe('a')
  expect(ids(shownLines(lines, new Set(['a']), 'FRANK'))).toBe('abc')
  expect(ids(shownLines(lines, new Set(), 'zz'))).toBe('')
})
test('a department moves anywhere but below itself', () =>
  expect(ids(parentsFor(lines, 'b'))).toBe('ad'))
