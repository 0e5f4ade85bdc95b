import { permsFor } from '#contracts/kit/crud.ts'
import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import * as fc from 'fast-check'
import { features, cruds } from '#contracts/catalogue.ts'
import { accessOf } from '#contracts/kit/endpoint.ts'
import { SEE_COSTS } from '#contracts/platform/access/price-permission.ts'
import { SHARE_VIEW } from '#contracts/platform/people/saved-views.ts'
import { screenOf } from '#contracts/kit/shell-screens.ts'
import { buttonsOf, permissionCodes } from './menu-buttons.ts'
import { entries, menu, type MenuEntry } from './menu.ts'
import { handwritten } from '../permissions.ts'
import { grantsOf, matches } from '../role-grants.ts'
import { roles } from '../roles.ts'
import { localeTexts } from '#test/locale-files.ts'
import { demoUsers } from '../../world/users/demo-users.ts'

const known = permissionCodes(cruds)
const screens = readdirSync(new URL('../../../web/features', import.meta.url), {
  recursive: true,
  encoding: 'utf8',
}).map((file) => file.replaceAll('\\', '/'))
const codesOf = (calls: (typeof features)[string]) =>
  Object.values(calls).flatMap((call) => {
    const access = accessOf(call)
    return access !== null && typeof access === 'object' ? access.perms : []
  })
const role = (code: string) =>
  roles.find((one) => one.code === code) ?? expect.fail(`no role ${code}`)
const granted = (code: string) => grantsOf(role(code), known)

describe('menu', () => {
  it('has one key and one path per entry', () => {
    for (const key of ['key', 'path'] as const)
      expect(new Set(entries().map((entry) => entry[key])).size).toBe(entries().length)
  })

  it('opens with the home tab, and every entry can be reached and seen by some user', () => {
    expect(menu[0]?.path).toBe('/dashboard/analysis')
    for (const entry of entries()) {
      expect(entry.component, entry.key).toMatch(/^[a-z-]+(\/[a-z]+)?\/[A-Za-z0-9-]+$/)
      if (entry.children) {
        expect(entry.redirect).toBe(entry.children[0]?.path)
        continue
      }
      if (entry.forEveryone) continue
      expect(entry.perms?.length, entry.key).toBeGreaterThan(0)
      expect(
        entry.perms?.filter((code) => !known.includes(code)),
        entry.key,
      ).toEqual([])
    }
  })

  it('is short: a line per matter, and no page of a customer for staff', () => {
    const lines = (
      tree: readonly MenuEntry[],
      codes: ReadonlySet<string>,
      staff: boolean,
    ): number =>
      tree
        .filter((entry) => !entry.hidden && !(staff && entry.forCustomers))
        .reduce((sum, entry) => {
          const inner = lines(entry.children ?? [], codes, staff)
          if (entry.children)
            return sum + (entry.component === 'layouts/TabLayout' ? Math.min(inner, 1) : inner)
          const open = entry.forEveryone || entry.perms?.some((code) => codes.has(code))
          return sum + (open ? 1 : 0)
        }, 0)
    const counted = Object.fromEntries(
      roles.map(({ code, dataScope }) => [
        code,
        lines(menu, new Set(granted(code)), !['customer', 'sub'].includes(dataScope)),
      ]),
    )
    expect(counted.admin).toBeLessThanOrEqual(45)
    for (const clerk of ['service', 'warehouse', 'customer', 'sub'])
      expect(counted[clerk], clerk).toBeLessThanOrEqual(20)
  })

  it('shows every plain entity whose list can be called', () => {
    const shown = entries().map(({ entity }) => entity)
    expect(
      cruds
        .filter(({ name, verbs }) => verbs.includes('queryById') && !shown.includes(name))
        .map(({ name }) => name),
    ).toEqual([])
    const seen = new Set(entries().flatMap(({ perms }) => perms ?? []))
    expect(
      cruds
        .filter(
          (of) =>
            of.verbs.includes('list') && !permsFor(of, 'list').every((code) => seen.has(code)),
        )
        .map(({ name }) => name),
    ).toEqual([])
    for (const entry of entries()) {
      if (entry.entity === undefined) continue
      // The kit's screen, or one of its own that adds to it.
      if (entry.component !== `resource/${entry.entity}`)
        expect(
          screens.some((file) => file.endsWith(`/${screenOf(entry.component)}.screen.tsx`)),
          entry.component,
        ).toBe(true)
      const of = cruds.find(({ name }) => name === entry.entity)!
      // A screen may show one kind of its rows.
      expect(permsFor(of, 'list')).toEqual(expect.arrayContaining([...(entry.perms ?? [])]))
      if (typeof of.perm === 'string') expect(entry.perms).toEqual(permsFor(of, 'list'))
    }
  })

  it('lets every permission code be granted, in one place', () => {
    expect(new Set(known).size).toBe(known.length)
    const requested = [
      ...cruds.flatMap((entity) =>
        entity.verbs.map((verb) => entity.endpoints[verb]).flatMap(({ perm }) => perm ?? []),
      ),
      ...cruds.flatMap(({ fields }) =>
        Object.values(fields).flatMap(({ perm }) => (perm === null ? [] : [perm])),
      ),
      ...Object.values(features).flatMap(codesOf),
    ]
    expect([...new Set(requested)].filter((code) => !known.includes(code))).toEqual([])
    expect(handwritten.map(({ code }) => code).filter((code) => !known.includes(code))).toEqual([])
  })

  it('grants no code that guards nothing', () => {
    const guarding = new Set([
      ...cruds.flatMap((entity) =>
        entity.verbs.flatMap((verb) => entity.endpoints[verb].perm ?? []),
      ),
      ...cruds.flatMap(({ fields }) => Object.values(fields).flatMap(({ perm }) => perm ?? [])),
      ...Object.values(features).flatMap(codesOf),
      // Checked within a call all users have: a user's own views need no permission, shared ones
      // do.
      SHARE_VIEW,
      SEE_COSTS,
    ])
    expect(known.filter((code) => !guarding.has(code))).toEqual([])
  })

  it('refuses an entry for an entity or a code it does not know', () => {
    const entry = { key: 'x', name: 'x', nameEn: 'x', path: '/x', component: 'x/X' }
    expect(() => buttonsOf({ ...entry, entity: 'nothing' }, cruds)).toThrow('nothing')
    expect(() => buttonsOf({ ...entry, perms: ['a:b:c'] }, cruds)).toThrow('a:b:c')
  })
})

describe('roles', () => {
  it('means known codes by every pattern', () => {
    for (const { code, grants, except } of roles) {
      expect(
        [...grants, ...(except ?? [])].filter(
          (pattern) => !known.some((one) => matches(pattern, one)),
        ),
        code,
      ).toEqual([])
      expect(granted(code), code).toContain('dash:status:view')
    }
  })

  it('keeps the weak roles weak', () => {
    const writes = (code: string, pattern: RegExp) =>
      granted(code).filter((one) => pattern.test(one))
    expect(writes('warehouse', /:(add|edit|delete|import|export)$/)).toEqual([
      'stock:wave:add',
      'stock:count:add',
      'wh:out:add',
    ])
    expect(writes('sub', /:(delete|export)$/)).toEqual([])
    expect(granted('customer')).toEqual(expect.arrayContaining(granted('sub')))
    for (const outside of ['customer', 'sub'])
      expect(
        writes(
          outside,
          /^(sys|base:customer|base:postal|dlv:(?!userdepot:list)|trk:(courier|map)|wh:(in|out))/,
        ),
      ).toEqual([])
    for (const noMoney of ['service', 'warehouse', 'customer', 'sub'])
      expect(writes(noMoney, /^dlv:fee/)).toEqual([])
    // Services and what they need, prices as drafts alone; no costs, channels or suppliers.
    for (const role of ['sales', 'salesManager']) {
      expect(
        writes(
          role,
          /^(?!dash|dlv:(service|partition|partitioncfg|segment|label|fee):).*:(add|edit|delete|import)$/,
        ),
        role,
      ).toEqual([])
      expect(granted(role), role).not.toContain('dlv:fee:cost')
    }
    expect(writes('sales', /^dlv:fee:(add|edit|delete|import|activate)$/)).toEqual([])
    expect(roles.filter(({ grants }) => grants.includes('*')).map(({ code }) => code)).toEqual([
      'admin',
    ])
  })

  it('binds outsiders, depots and sales to their own rows', () => {
    const scopes = Object.fromEntries(roles.map(({ code, dataScope }) => [code, dataScope]))
    expect(scopes).toMatchObject({
      admin: 'platform',
      warehouse: 'depot',
      sales: 'sales',
      customer: 'customer',
      sub: 'sub',
    })
  })

  it('gives every demo user a role that exists and every outsider a customer', () => {
    for (const user of demoUsers) {
      expect(
        roles.some(({ code }) => code === user.role),
        user.username,
      ).toBe(true)
      expect(user.customer === true, user.username).toBe(
        ['customer', 'sub'].includes(role(user.role).dataScope),
      )
      if (user.parent !== undefined)
        expect(demoUsers.some(({ username }) => username === user.parent)).toBe(true)
    }
    expect(new Set(demoUsers.map(({ username }) => username)).size).toBe(demoUsers.length)
  })

  it('matches as a regular expression would', () => {
    const piece = fc.string({ unit: fc.constantFrom('a', 'b', ':'), maxLength: 4 })
    fc.assert(
      fc.property(
        fc.array(piece, { minLength: 1, maxLength: 4 }),
        fc.string({ unit: fc.constantFrom('a', 'b', ':'), maxLength: 10 }),
        (pieces, code) => {
          expect(matches(pieces.join('*'), code)).toBe(
            new RegExp(`^${pieces.join('.*')}$`).test(code),
          )
        },
      ),
      { numRuns: 2000 },
    )
  })
})

describe('a screen', () => {
  /** Titles of screens that are no plain list. */
  const TITLES: Record<string, readonly [space: string, key: string]> = {
    home: ['dashboards', 'home'],
    'boards.status': ['dashboards', 'status'],
    'boards.monitor': ['dashboards', 'monitor'],
    'system.messageChannels': ['message-channels', 'title'],
    'account.center': ['account', 'page.center'],
    'account.base': ['account', 'page.base'],
    'account.security': ['account', 'page.security'],
    'account.binding': ['account', 'page.binding'],
    'account.notification': ['account', 'page.notification'],
    'account.custom': ['account', 'page.custom'],
  }
  it('has one name: that of its menu entry', () => {
    const named = entries().flatMap((entry) => {
      const title: readonly [string, string] | undefined =
        entry.entity && entry.component !== 'layouts/RouteView'
          ? [entry.entity, 'title']
          : TITLES[entry.key]
      return title ? [{ entry, title }] : []
    })
    expect(named.length).toBeGreaterThan(25)
    for (const { entry, title } of named)
      expect(
        [localeTexts('zh_CN', title[0])[title[1]], localeTexts('en_US', title[0])[title[1]]],
        entry.key,
      ).toEqual([entry.name, entry.nameEn])
  })
})
