import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { GrantNode } from '#contracts/platform/access/permissions.nodes.ts'
import { changesOf, countOf, found, indexOf, ticked } from './grant-tree.ts'

const node = (key: string, children: GrantNode[] = [], perms: string | null = null): GrantNode => ({
  key,
  value: key,
  title: null,
  slotTitle: key,
  label: `Entry ${key}`,
  parentId: null,
  isLeaf: children.length === 0,
  icon: null,
  ruleFlag: 0,
  scopedSlots: null,
  menuType: perms ? 2 : 1,
  perms,
  children: children.length ? children : null,
})
const tree = [
  node('a', [node('b', [node('c', [], 'x:c'), node('d', [], 'x:d')]), node('e')]),
  node('f'),
]
const index = indexOf(tree, ['a', 'b', 'c', 'd', 'f'])
const set = (text: string) => new Set(text)

describe('the grant tree', () => {
  test('takes along what lies below and what leads there, where linked', () => {
    expect(ticked(index, set(''), 'b', true, { linked: true })).toEqual(set('abcd'))
    expect(ticked(index, set(''), 'b', true, { linked: false })).toEqual(set('b'))
    expect(ticked(index, set('abcd'), 'b', false, { linked: true })).toEqual(set('a'))
    expect(ticked(index, set('abcd'), 'b', false, { linked: false })).toEqual(set('acd'))
    // What is not held is drawn, and stays as it is.
    expect(ticked(index, set(''), 'e', true, { linked: true })).toEqual(set('a'))
    expect(countOf(index, set('ac'), 'a')).toEqual({ on: 2, of: 4 })
  })

  test('never gains what cannot be granted, and clearing undoes ticking below', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom(...'abcdef'), fc.boolean(), fc.boolean()), {
          maxLength: 20,
        }),
        (steps) => {
          let now: ReadonlySet<string> = new Set<string>()
          for (const [id, on, linked] of steps) {
            now = ticked(index, now, id, on, { linked })
            expect(now.has('e')).toBe(false)
            if (index.grantable.has(id)) expect(now.has(id)).toBe(on)
            if (linked && on) for (const up of index.above.get(id)!) expect(now.has(up)).toBe(true)
            if (linked && !on)
              for (const down of index.below.get(id)!) expect(now.has(down)).toBe(false)
          }
        },
      ),
    )
  })

  test('shows what a save would change', () => {
    const { added, removed } = changesOf(index, set('abf'), set('acd'))
    expect([added.map(({ key }) => key), removed.map(({ key }) => key)]).toEqual([
      ['c', 'd'],
      ['b', 'f'],
    ])
  })

  test('is searched by name and code', () => {
    expect(found(index, ' ')).toBeNull()
    expect(found(index, 'X:C')).toEqual(set('abc'))
    expect(found(index, 'entry b')).toEqual(set('abcd'))
    expect(found(index, 'nothing')).toEqual(set(''))
  })
})
