import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  coversScope,
  excessRightsOf,
  ruleKey,
  type DataScope,
  type Rights,
} from './data-scope-order.ts'

const SCOPES = [
  'platform',
  'tenant',
  'depart',
  'sales',
  'depot',
  'customer',
  'sub',
] as const satisfies readonly DataScope[]
const CODES = ['a:a:list', 'a:a:add', 'b:b:list', 'b:b:delete', 'c:c:*']
const RULES = [
  { table: 'parcel', field: 'depot_id', op: '=', value: '1' },
  { table: 'shipment', field: 'country', op: 'IN', value: 'DE,FR' },
]

const scope = fc.constantFrom(...SCOPES)
const rights = fc.record({
  scope,
  perms: fc.uniqueArray(fc.constantFrom(...CODES)),
  rules: fc.uniqueArray(fc.constantFrom(...RULES)),
})
type Role = { scope: DataScope; perms: string[]; rules: typeof RULES }
const offered = ({ scope: own, perms, rules }: Role): Rights => ({
  scopes: [own],
  perms,
  rules: rules.map(ruleKey),
})
const holderOf = ({ scope: own, perms, rules }: Role) => ({
  dataScope: own,
  perms: new Set(perms),
  rules,
})

describe('rank', () => {
  test('a scope covers itself, and what its parts cover', () => {
    for (const a of SCOPES) {
      expect(coversScope(a, a)).toBe(true)
      expect(coversScope('platform', a)).toBe(true)
      for (const b of SCOPES)
        for (const c of SCOPES)
          if (coversScope(a, b) && coversScope(b, c))
            expect(coversScope(a, c), `${a} ${b} ${c}`).toBe(true)
      for (const b of SCOPES)
        if (a !== b && coversScope(a, b)) expect(coversScope(b, a), `${a} ${b}`).toBe(false)
    }
    for (const [a, b] of [
      ['sales', 'depot'],
      ['sales', 'depart'],
      ['depart', 'depot'],
    ] as const)
      expect(coversScope(a, b) || coversScope(b, a), `${a} ${b}`).toBe(false)
  })

  test('no user grants more than they have, however long the chain (10,000 chains of random roles)', () => {
    fc.assert(
      fc.property(rights, fc.array(rights, { maxLength: 8 }), (first, chain) => {
        // Each in the chain gets only what the one before could grant; none exceeds the first.
        let holder = first
        let lasting = true
        for (const next of chain) {
          if (excessRightsOf(holderOf(holder), offered(next)) !== null) continue
          holder = next
          expect(coversScope(first.scope, holder.scope)).toBe(true)
          for (const code of holder.perms) expect(first.perms).toContain(code)
          // Without a code there are no rows to see.
          if (holder.perms.length > 0 && lasting)
            for (const rule of first.rules) expect(holder.rules).toContain(rule)
          lasting &&= holder.perms.length > 0
        }
      }),
      { numRuns: 10_000 },
    )
  })

  test('one code, one step of scope or one condition too many is seen', () => {
    fc.assert(
      fc.property(rights, (own) => {
        const holder = holderOf(own)
        expect(excessRightsOf(holder, offered(own))).toBeNull()
        expect(excessRightsOf(holder, { ...offered(own), perms: [...own.perms, 'x:x:x'] })).toEqual(
          {
            kind: 'perm',
            code: 'x:x:x',
          },
        )
        for (const wider of SCOPES)
          if (!coversScope(own.scope, wider))
            expect(excessRightsOf(holder, { ...offered(own), scopes: [own.scope, wider] })).toEqual(
              {
                kind: 'scope',
                scope: wider,
              },
            )
        if (own.rules.length > 0 && own.perms.length > 0)
          expect(excessRightsOf(holder, { ...offered(own), rules: [] })).toEqual({ kind: 'rule' })
      }),
    )
  })
})
