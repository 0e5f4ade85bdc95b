import { z } from 'zod'
import { idText, LANGS, rowVersion, type Lang } from '../../kit/envelope.ts'
import { event, type Emitted } from '../../kit/events.ts'
import { PAGE_LINK } from './notices.content.ts'
import { CONTENT_MAX, SCREEN_KEY } from './notices.ts'

/** An announcement is published; `version` is that of its row at that moment. */
export const noticeReleased = event(
  'notice.released',
  z.object({ id: idText, version: rowVersion }),
)

const words = {
  titile: z
    .string()
    .trim()
    .min(1)
    .transform((text) => text.slice(0, 200)),
  msgContent: z
    .string()
    .transform((text) => text.slice(0, CONTENT_MAX))
    .nullish(),
  msgAbstract: z
    .string()
    .transform((text) => text.slice(0, 300))
    .nullish(),
}

/**
 * A message of the system to single users (category 2). `msgContent` is markup and is cleaned;
 * `key` names the occasion, and of what has the same key only the first is shown. Without one the
 * same text to the same users about the same record is shown once in ten minutes. A user's delegate
 * gets it as well, unless it is `personal`; `onlyStandIns`: the users themselves are notified on
 * other channels.
 */
export const noticeWanted = event(
  'notice.wanted',
  z
    .object({
      userIds: z.array(idText).max(5_000),
      ...words,
      /** The same in the other language: shown to who reads in that one by then. */
      other: z.object({ lang: z.enum(LANGS), ...words }).optional(),
      priority: z.enum(['L', 'M', 'H']).default('M'),
      openType: z.enum(['url', 'component']).nullish(),
      openPage: z.string().max(300).nullish(),
      busId: z.string().max(64).nullish(),
      busType: z.string().max(64).nullish(),
      key: z.string().min(1).max(200).optional(),
      personal: z.boolean().default(false),
      onlyStandIns: z.boolean().default(false),
    })
    .refine(
      ({ openType, openPage }) =>
        !openType || (openType === 'url' ? PAGE_LINK : SCREEN_KEY).test(openPage ?? ''),
      { error: 'openPage' },
    ),
)
export type NoticeRequest = Emitted<typeof noticeWanted>

type NoticeWords = Pick<NoticeRequest, 'titile' | 'msgContent' | 'msgAbstract'>
/** A notice in its reader's language, and in the other: it may be read after the language was chosen. */
export function inBothLanguages(
  lang: Lang,
  wording: (lang: Lang) => NoticeWords,
): NoticeWords & Pick<NoticeRequest, 'other'> {
  const other = lang === 'zh_CN' ? 'en_US' : 'zh_CN'
  return { ...wording(lang), other: { lang: other, ...wording(other) } }
}
