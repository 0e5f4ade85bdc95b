import type { Ctx } from '#server/kit/access/ctx.ts'
import { PageReply } from '#server/kit/http/http-side.ts'
import { say, sayError } from '#server/kit/http/texts.ts'

const ESCAPED: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const safe = (text: string): string => text.replace(/[&<>"]/g, (sign) => ESCAPED[sign]!)

/**
 * The page the other house leads back to. It hands what it was given to the page that opened it, on this origin only,
 * and closes (web/public/third-login.js); it holds no script of its own.
 */
export function backPage(
  ctx: Ctx,
  told: { token: string } | { bound: string } | { error: string },
  status = 200,
): PageReply {
  const message =
    'error' in told
      ? sayError(ctx.lang, told.error, {})
      : say(ctx.lang, 'identity-server', 'third.goOn')
  const data = Object.entries(told)
    .map(([name, value]) => `data-${name}="${safe(String(value))}"`)
    .join(' ')
  const html = `<!doctype html><html lang="${ctx.lang === 'en_US' ? 'en' : 'zh-CN'}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="referrer" content="no-referrer"><title>Parcelyard</title><script src="/third-login.js" defer></script></head><body ${data}><p>${safe(message)}</p><p><a href="/user/login">${safe(say(ctx.lang, 'identity-server', 'third.back'))}</a></p></body></html>`
  return new PageReply(status, html)
}
