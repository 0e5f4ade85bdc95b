import type { Ctx } from '#server/kit/access/ctx.ts'
import { PageReply } from '#server/kit/http/http-side.ts'
import { translate, translateError } from '#server/kit/http/texts.ts'

const ESCAPED: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const safe = (text: string): string => text.replace(/[&<>"]/g, (sign) => ESCAPED[sign]!)

/**
 * The page the provider leads back to. It hands what it was given to the page that opened it, on
 * this origin only, and closes (web/public/third-login.js); it holds no script of its own.
 */
export function callbackPage(
  ctx: Ctx,
  reported: { token: string } | { bound: string } | { error: string },
  status = 200,
): PageReply {
  const message =
    'error' in reported
      ? translateError(ctx.lang, reported.error, {})
      : translate(ctx.lang, 'identity-server', 'third.goOn')
  const data = Object.entries(reported)
    .map(([name, value]) => `data-${name}="${safe(String(value))}"`)
    .join(' ')
  const html = `<!doctype html><html lang="${ctx.lang === 'en_US' ? 'en' : 'zh-CN'}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="referrer" content="no-referrer"><title>Parcelyard</title><script src="/third-login.js" defer></script></head><body ${data}><p>${safe(message)}</p><p><a href="/user/login">${safe(translate(ctx.lang, 'identity-server', 'third.back'))}</a></p></body></html>`
  return new PageReply(status, html)
}
