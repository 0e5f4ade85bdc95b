import { expect, test } from 'vitest'
import { cruds, features } from './catalogue.ts'
import type { Endpoint } from './kit/endpoint.ts'
import type { Perm } from './perms.ts'

const accept = (perm: Perm): string => perm

test('a permission is one some call asks for; a misspelt one does not compile', () => {
  const asked = new Set(
    [
      ...cruds.flatMap((of): Endpoint[] => of.verbs.map((verb) => of.endpoints[verb])),
      ...Object.values(features).flatMap((calls) => Object.values(calls)),
    ].flatMap(({ perm }) => perm ?? []),
  )
  for (const perm of [
    accept('dlv:fee:edit'),
    accept('ship:b2c:confirm'),
    accept('sys:user:freeze'),
    accept('wh:out:list'),
  ])
    expect(asked).toContain(perm)
  // @ts-expect-error No call asks for it.
  accept('ship:b2c:conform')
  // @ts-expect-error Suppliers are served by the kit, but this is no action of it.
  accept('dlv:supplier:remove')
})
