import { expect, test } from 'vitest'
import type { PermissionNode } from '#contracts/platform/access/permissions.nodes.ts'
import { linesOf, parentsFor, shownLines } from './menu-rows.ts'

const node = (
  id: string,
  menuType: number,
  children: PermissionNode[] = [],
  more: Partial<PermissionNode> = {},
) =>
  ({
    id,
    title: `T ${id}`,
    name: id,
    menuType,
    children: children.length ? children : null,
    ...more,
  }) as PermissionNode
const lines = linesOf([
  node('a', 0, [node('b', 1, [node('c', 2, [], { perms: 'x:y:z' })]), node('d', 1)]),
  node('e', 0),
])
const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id).join('')

test('lines are drawn below open entries, or where the words meet them', () => {
  expect(ids(shownLines(lines, new Set(), ''))).toBe('ae')
  expect(ids(shownLines(lines, new Set(['a']), ''))).toBe('abde')
  expect(ids(shownLines(lines, new Set(['b']), ''))).toBe('ae')
  expect(ids(shownLines(lines, new Set(), 'X:Y'))).toBe('abc')
  expect(ids(shownLines(lines, new Set(), 'nothing'))).toBe('')
  expect(lines.find(({ id }) => id === 'c')).toMatchObject({ level: 2, parents: ['a', 'b'] })
})

test('an entry stands below any menu but itself and its own', () => {
  expect(ids(parentsFor(lines, 'b'))).toBe('ade')
  expect(ids(parentsFor(lines, null))).toBe('abde')
})
