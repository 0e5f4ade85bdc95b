import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { LANGS } from '#contracts/kit/envelope.ts'
import { CHANNELS, type Channel } from '#contracts/platform/messaging/messages.states.ts'
import { builtIns, textsOf } from './built-in.ts'
import { bodiesOf, filledIn } from './mail-html.ts'
import { requestOf } from './send-sms.ts'
import { masked } from './message-encryption.ts'
import { asHtml, asIs, paramsOf, render, templateIssue } from './template-text.ts'

describe('the words of a template', () => {
  test('take values and repeat for lists', () => {
    expect(
      render(
        'Hi {{name}}, {{#items}}[{{no}} for {{name}}]{{/items}}{{^items}}nothing{{/items}}',
        { name: 'A', items: [{ no: 1 }, { no: 2 }] },
        asIs,
      ),
    ).toBe('Hi A, [1 for A][2 for A]')
    expect(render('{{#items}}{{.}},{{/items}}', { items: ['x', 'y'] }, asIs)).toBe('x,y,')
    expect(render('{{^items}}nothing{{/items}}{{gone}}', { items: [] }, asIs)).toBe('nothing')
    expect(paramsOf('{{a}} {{#b}}{{c}}{{/b}}{{^d}}{{e}}{{/d}} {{a}}')).toEqual(['a', 'b', 'd', 'e'])
  })

  test('are only values and sections: nothing unescaped, no parts of files, no code', () => {
    for (const text of [
      '{{{raw}}}',
      '{{&raw}}',
      '{{>/etc/passwd}}',
      '{{=<% %>=}}<% x %>',
      '{{a.b}}',
      '{{this.constructor}}',
      '{{a()}}',
      '{{#a}}{{{b}}}{{/a}}',
    ])
      expect(templateIssue(text), text).toBe('message.template.plain')
    for (const text of ['{{#a}}', '{{a', '{{/a}}'])
      expect(templateIssue(text), text).toBe('message.template.syntax')
    expect(templateIssue('{{a}} {{#b}}{{.}}{{/b}} {"text":"{{c}}"}')).toBeNull()
  })

  test('sections inside sections end at 20,000 pieces and 200,000 characters', () => {
    const items = Array.from({ length: 1_000 }, () => 'x')
    const nested = `${'{{#items}}'.repeat(5)}y${'{{/items}}'.repeat(5)}`
    const made = render(nested, { items }, asIs)
    expect(made.length).toBeGreaterThan(10_000)
    expect(made.length).toBeLessThan(20_000)
    const long = render('{{#items}}{{big}}{{/items}}', { items, big: 'z'.repeat(50_000) }, asIs)
    expect(long.length).toBe(250_000)
  })

  test('know only own names: what every object inherits is no value', () => {
    for (const name of ['constructor', 'toString', '__proto__', 'hasOwnProperty', 'valueOf'])
      expect(render(`[{{${name}}}]`, {}, asIs), name).toBe('[]')
    expect(render('[{{f}}]', { f: () => 'called' }, asIs)).toBe('[]')
  })

  test('leave a value as text, whatever it holds', () => {
    fc.assert(
      fc.property(fc.string(), (value) => {
        expect(render('{{v}}', { v: value }, asIs)).toBe(value)
        expect(render('<b>{{v}}</b>', { v: value }, asHtml)).not.toMatch(/<(?!\/?b>)/)
      }),
    )
    expect(
      filledIn(
        {
          subject: 'x {{v}}',
          content: '<p>{{v}}</p><script>alert(1)</script><a href="javascript:alert(1)">l</a>',
        },
        'email',
        { v: '<img src=x onerror=alert(1)>{{w}}' },
      ),
    ).toEqual({
      title: 'x <img src=x onerror=alert(1)>{{w}}',
      content: '<p>&lt;img src=x onerror=alert(1)&gt;{{w}}</p><a>l</a>',
      html: true,
    })
    expect(
      bodiesOf(filledIn({ subject: '', content: 'Dear {{v}}\nbye' }, 'email', { v: '<script>' })),
    ).toEqual({ text: 'Dear <script>\nbye', html: '<p>Dear &lt;script&gt;<br>bye</p>' })
    expect(
      filledIn({ subject: 'a{{v}}', content: '-' }, 'email', {
        v: '\r\nBcc: everybody@example.com',
      }).title,
    ).toBe('a Bcc: everybody@example.com')
  })

  test('of the product are there for every channel in both languages, and ask only for what their sender gives', () => {
    expect(builtIns().length).toBeGreaterThanOrEqual(3)
    for (const of of builtIns()) {
      for (const channel of of.channels) {
        for (const lang of LANGS) {
          const words = textsOf(of, channel, lang)
          for (const text of [words.subject, words.content]) {
            expect(templateIssue(text), `${of.code} ${channel} ${lang}`).toBeNull()
            expect(text).not.toContain(`template.${of.code}`)
            expect(Object.keys(of.sample)).toEqual(expect.arrayContaining(paramsOf(text)))
          }
        }
      }
    }
    expect(textsOf(builtIns()[0]!, 'sms', 'en_US').content).toContain('{{code}}')
    expect(Object.keys(CHANNELS)).toEqual(
      expect.arrayContaining(['email', 'sms'] satisfies Channel[]),
    )
  })
})

test('what is secret shows as stars', () => {
  expect(masked({ code: '123456', minutes: 5, list: ['a'] })).toEqual({
    code: '******',
    minutes: 5,
    list: ['******'],
  })
})

describe('a request to an SMS provider', () => {
  const settings = {
    url: 'https://sms.example/send?to={{to}}',
    method: 'POST' as const,
    bodyType: 'json' as const,
    body: '{"to":"{{to}}","text":"{{text}}","sign":"{{signature}}"}',
    headers: [{ name: 'Authorization', value: 'Bearer {{key}}' }],
    signature: 'hmac-sha256' as const,
    signText: '{{to}}{{timestamp}}',
    okText: '',
  }
  const letter = { to: '+49 1', title: '', content: 'say "hi"\n</b>', key: '1-2' }

  test('is valid JSON whatever the text, signed, with nothing slipped into a header', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (to, content) => {
        const { init } = requestOf(
          settings,
          'k',
          { ...letter, to, content },
          { ms: 1_700_000_000_000, nonce: 'n' },
        )
        expect(JSON.parse(String(init.body))).toMatchObject({ to, text: content })
      }),
    )
    const { url, init } = requestOf(settings, 'k\r\nX-Evil: 1', letter, {
      ms: 1_700_000_000_000,
      nonce: 'n',
    })
    expect(url).toBe('https://sms.example/send?to=%2B49%201')
    expect(init.headers).toEqual({
      'content-type': 'application/json; charset=utf-8',
      Authorization: 'Bearer kX-Evil: 1',
    })
    expect((JSON.parse(String(init.body)) as { sign: string }).sign).toMatch(/^[0-9a-f]{64}$/)
  })

  test('as a form is escaped as one', () => {
    const { init } = requestOf(
      { ...settings, bodyType: 'form', body: 'to={{to}}&text={{text}}', signature: 'none' },
      'k',
      letter,
      { ms: 0, nonce: 'n' },
    )
    expect(Object.fromEntries(new URLSearchParams(String(init.body)))).toEqual({
      to: '+49 1',
      text: 'say "hi"\n</b>',
    })
  })
})
