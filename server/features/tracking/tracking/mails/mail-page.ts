import { sql } from 'kysely'
import type { In } from '#contracts/kit/endpoint.ts'
import type { PublicLang } from '#contracts/kit/envelope.ts'
import type { parcelPages } from '#contracts/tracking/parcel-pages.ts'
import { asSystem, type Ctx } from '#server/kit/access/ctx.ts'
import { change } from '#server/kit/db/change.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { translate } from '#server/kit/http/texts.ts'
import type { FileReply } from '#server/kit/http/http-side.ts'
import { nowIso } from '#server/kit/runtime/clock.ts'
import { escaped, pageReply, publicLang } from '../public/page-html.ts'
import { readToken } from './follow-token.ts'

interface Row {
  id: string
  lang: PublicLang
  confirmedAt: string | null
  endedAt: string | null
  no: string
  version: number
}
type Step = 'asked' | 'on' | 'ended'

const stepOf = ({ confirmedAt, endedAt }: Row): Step =>
  endedAt !== null ? 'ended' : confirmedAt === null ? 'asked' : 'on'

/** Where a link in a mail leads. Programs that look at links in mails open it: it changes nothing. */
export async function mailPage(
  ctx: Ctx,
  { token }: In<typeof parcelPages.mailPage>,
): Promise<FileReply> {
  const known = readToken(ctx, token)
  const row = known && (await rowOf(asSystem(ctx, known.tenantId), known.id))
  return row ? pageOf(row) : unknownPage(ctx)
}

/** Its button; any other call ends the news, as a mail program makes it. */
export async function mailAct(
  ctx: Ctx,
  { token }: In<typeof parcelPages.mailAct>,
): Promise<FileReply> {
  const known = readToken(ctx, token)
  if (!known) return unknownPage(ctx)
  const begins = new URLSearchParams(ctx.http?.rawBody() ?? '').get('do') === 'start'
  return inTx(asSystem(ctx, known.tenantId), async (tx) => {
    const row = await rowOf(tx, known.id)
    if (!row) return unknownPage(ctx)
    const after = begins
      ? { confirmedAt: nowIso(), endedAt: null }
      : { endedAt: row.endedAt ?? nowIso() }
    await change(tx, 'trackFollow', row, after)
    return pageOf({ ...row, ...after })
  })
}

async function rowOf(ctx: Ctx, id: string): Promise<Row | undefined> {
  const { rows } = await sql<Row>`select f.id, f.lang, f.confirmed_at, f.ended_at, f.version,
      coalesce(p.track_no, p.serial_number) as no
    from ${ctx.rows('trackFollow').as('f')} join ${ctx.rows('parcel').as('p')} on p.id = f.parcel_id
    where f.id = ${id}`.execute(ctx.db)
  return rows[0]
}

function pageOf(row: Row): FileReply {
  const step = stepOf(row)
  const t = (key: string) => translate(row.lang, 'track-mail', key, { no: row.no })
  const button = (act: string) =>
    `<form method="post"><input type="hidden" name="do" value="${act}">` +
    `<button>${escaped(t(`page.${act}`))}</button></form>`
  return pageReply(row.lang, {
    title: t('page.title'),
    main:
      `<h1>${escaped(t('page.title'))}</h1><p>${escaped(t(`page.${step}`))}</p>` +
      (step === 'on' ? button('end') : button('start')) +
      `<p><a href="/track/result?nos=${encodeURIComponent(row.no)}&amp;lang=${row.lang.slice(0, 2)}">` +
      `${escaped(row.no)}</a></p>`,
  })
}

function unknownPage(ctx: Ctx): FileReply {
  const lang = publicLang(ctx.http?.header('accept-language'))
  const t = (key: string) => escaped(translate(lang, 'track-mail', key))
  return pageReply(lang, {
    title: translate(lang, 'track-mail', 'page.title'),
    main: `<h1>${t('page.title')}</h1><p>${t('page.unknown')}</p>`,
    status: 404,
  })
}
