import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { normalComponent, normalUrl } from './menu-draft.ts'

describe('the address of a menu entry', () => {
  test.each([
    ['isystem/user', '/isystem/user'],
    ['/isystem/user', '/isystem/user'],
    ['https://example.com/x?y=1', 'https://example.com/x?y=1'],
    ['http://127.0.0.1:8080/druid', 'http://127.0.0.1:8080/druid'],
    ["{{ window._CONFIG['domianURL'] }}/druid/", "{{ window._CONFIG['domianURL'] }}/druid/"],
    ['/a/:id', '/a/:id'],
    ['https://example.com/?t=${token}', 'https://example.com/?t=${token}'],
  ])('%s is kept as %s', (url, stored) => expect(normalUrl(url)).toBe(stored))

  test.each([
    'javascript:alert(1)',
    'JAVASCRIPT:x',
    'java\tscript:x',
    ' javascript:x',
    'data:text/html,<script>',
    'vbscript:x',
    'file:///etc/passwd',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil',
    'http:evil',
    'https:/evil',
    'https://user:pw@evil.example/',
    'ftp://x',
    '{{x}}javascript:y',
    '{{"><script>}}',
    'x y',
    'blob:https://x',
  ])('%s is refused', (url) => expect(normalUrl(url)).toBeNull())

  test('is never anything but a path of ours, a web address or our own domain', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.webUrl(),
          fc.string({ maxLength: 60 }),
          fc
            .tuple(
              fc.constantFrom(
                'javascript',
                'JaVaScript',
                'data',
                'http',
                'https',
                '',
                '/',
                '//',
                '{{',
                '\\',
              ),
              fc.string({ maxLength: 30 }),
            )
            .map(([a, b]) => `${a}:${b}`),
        ),
        (url) => {
          const stored = normalUrl(url)
          if (stored === null) return
          const at = new URL(stored.replace(/^\{\{[^{}]*\}\}/, ''), 'https://own.example')
          expect(['http:', 'https:']).toContain(at.protocol)
          if (!/^https?:\/\//i.test(stored)) expect(at.host).toBe('own.example')
          expect(normalUrl(stored)).toBe(stored)
        },
      ),
      { numRuns: 10_000 },
    )
  })
})

test.each([
  ['/src/views/system/UserList.vue', 'system/UserList'],
  ['views/a/B', 'a/B'],
  ['layouts/RouteView', 'layouts/RouteView'],
  ['resource/shippers', 'resource/shippers'],
])('component %s is kept as %s', (name, stored) => expect(normalComponent(name)).toBe(stored))
test.each(['../x', 'a/../b', 'a b', '<x>', 'a//b', ''])('component %s is refused', (name) =>
  expect(normalComponent(name)).toBeNull(),
)
