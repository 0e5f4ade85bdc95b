import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { DataScope } from '#server/kit/access/data-scope-order.ts'
import { changeOf, refusal } from './may-grant.ts'

const CODES = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
const codes = fc.uniqueArray(fc.constantFrom(...CODES), { maxLength: 7 })
const scopes = fc.constantFrom<DataScope>('platform', 'tenant', 'sales', 'depot', 'customer', 'sub')
const rules = fc.uniqueArray(fc.constantFrom('r1', 'r2'), { maxLength: 2 })

interface World {
  users: { roles: number[] }[]
  roles: { scope: DataScope; perms: Set<string>; rules: Set<string> }[]
}
/** Who has which roles, and what those hold. */
const world = fc.record({
  users: fc.array(fc.record({ roles: fc.uniqueArray(fc.nat(4), { maxLength: 3 }) }), {
    minLength: 1,
    maxLength: 4,
  }),
  roles: fc.array(
    fc.record({
      scope: scopes,
      perms: codes.map((list) => new Set(list)),
      rules: rules.map((list) => new Set(list)),
    }),
    { minLength: 5, maxLength: 5 },
  ),
})
const RANK: DataScope[] = ['platform', 'tenant', 'sales', 'depot', 'customer', 'sub']
const permissionsOf = ({ users, roles }: World, user: number) => {
  const own = users[user]!.roles.map((at) => roles[at]!)
  return {
    permissions: new Set(own.flatMap((role) => [...role.perms])),
    rules: [...new Set(own.flatMap((role) => [...role.rules]))],
    dataScope: RANK.find((scope) => own.some((role) => role.scope === scope)) ?? ('sub' as const),
  }
}
const step = fc.record({ by: fc.nat(3), role: fc.nat(4), requested: codes, last: codes })

describe('a change of grants', () => {
  test('above the caller’s own is refused, in 10,000 worlds of roles', () => {
    let refused = 0
    fc.assert(
      fc.property(world, step, (state, { by, role, requested, last }) => {
        const granter = permissionsOf(state, by % state.users.length)
        const target = state.roles[role]!
        const change = changeOf(target.perms, requested, last)
        const answer = refusal(
          granter,
          { dataScope: target.scope, rules: [...target.rules], pool: null },
          change,
        )
        const above =
          change.added.some((code) => !granter.permissions.has(code)) ||
          change.removed.some((code) => !granter.permissions.has(code))
        if (above) expect(answer).not.toBeNull()
        if (answer === null)
          for (const code of change.added) expect(granter.permissions.has(code)).toBe(true)
        if (answer) refused++
        // A narrowed sight hands on nothing that is not narrowed alike.
        if (granter.rules.some((rule) => ![...target.rules].some((one) => one === rule)))
          expect(answer).not.toBeNull()
        if (target.scope === 'platform' && granter.dataScope !== 'platform')
          expect(answer).not.toBeNull()
      }),
      { numRuns: 10_000 },
    )
    expect(refused).toBeGreaterThan(1_000)
  })

  test('adds nothing to what a company’s people hold together, however many are made', () => {
    fc.assert(
      fc.property(world, fc.array(step, { maxLength: 12 }), (state, steps) => {
        const all = () =>
          new Set(state.users.flatMap((_, at) => [...permissionsOf(state, at).permissions]))
        const before = all()
        for (const { by, role, requested, last } of steps) {
          const target = state.roles[role]!
          const change = changeOf(target.perms, requested, last)
          if (
            refusal(
              permissionsOf(state, by % state.users.length),
              { dataScope: target.scope, rules: [...target.rules], pool: null },
              change,
            )
          )
            continue
          for (const code of change.added) target.perms.add(code)
          for (const code of change.removed) target.perms.delete(code)
        }
        for (const code of all()) expect(before.has(code)).toBe(true)
      }),
      { numRuns: 3_000 },
    )
  })

  test('is the difference of what was shown and what is ticked, upon what is stored', () => {
    fc.assert(
      fc.property(codes, codes, codes, (stored, requested, last) => {
        const now = new Set(stored)
        const { added, removed } = changeOf(now, requested, last)
        const after = new Set([...now].filter((code) => !removed.includes(code)).concat(added))
        for (const code of CODES) {
          const [ticked, shown, had] = [
            requested.includes(code),
            last.includes(code),
            now.has(code),
          ]
          // What the form did not touch stays as another user left it.
          expect(after.has(code)).toBe(ticked === shown ? had : ticked)
        }
        expect(changeOf(after, requested, requested)).toEqual({ added: [], removed: [] })
      }),
      { numRuns: 3_000 },
    )
  })

  test('of a department’s role stays within the department’s grants', () => {
    const granter = { permissions: new Set(CODES), dataScope: 'tenant' as const, rules: [] }
    expect(
      refusal(
        granter,
        { dataScope: null, rules: [], pool: new Set(['a']) },
        { added: ['a', 'b'], removed: ['c'] },
      ),
    ).toEqual({ code: 'notInPool', ids: ['b'] })
    expect(
      refusal(
        granter,
        { dataScope: null, rules: [], pool: new Set(['a']) },
        { added: ['a'], removed: ['c'] },
      ),
    ).toBeNull()
  })
})
