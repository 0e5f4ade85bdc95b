import type { Lang } from '#contracts/kit/envelope.ts'
import type { Perm } from '#contracts/perms.ts'
import { changeUiSettings, uiSettings } from '../../kit/session/ui-settings.ts'
import { chooseLang } from '../../kit/platform/own/own-lang.ts'
import type { T } from '../../kit/text/i18n.ts'
import { LANG_NAMES } from '../../kit/text/lang.ts'
import type { Source } from './palette-items.ts'

/** What each is looked for by, in both languages. */
const FOUND_BY = {
  track: 'track numbers tracking 查询 轨迹',
  theme: 'theme dark light mode appearance 主题 深色 浅色',
  language: 'language 语言 中文 English',
  display: 'display settings appearance layout colours accent density 界面 设置 显示',
  keys: 'api keys token integration erp 接口 密钥 对接 开放平台',
  signOut: 'sign out log off logout 退出 登出 注销',
} as const
type Key = keyof typeof FOUND_BY

interface ShellTools {
  t: T
  lang: Lang
  words: string
  may: (perm: Perm) => boolean
  navigate: (path: string) => void
  leave: () => void
}

/** Numbers pasted together: pieces of six characters or more with a digit, two at least. */
export function numbersIn(words: string): string[] {
  const pieces = [...new Set(words.split(/[\s,;，；]+/).filter(Boolean))]
  const all = pieces.every((piece) => piece.length >= 6 && /\d/.test(piece))
  return all && pieces.length > 1 ? pieces : []
}

/** What the shell itself can do, found by words of both languages. */
export function shellActions({ t, lang, words, may, navigate, leave }: ShellTools): Source[] {
  const action = (key: Key, title: string, run: () => void, found = title): Source => ({
    words: `${title} ${found} ${FOUND_BY[key]}`,
    item: { key: `action:shell.${key}`, section: 'actions', title, note: '', run },
  })
  const numbers = numbersIn(words)
  const next: Lang = lang === 'zh_CN' ? 'en_US' : 'zh_CN'
  const theme = uiSettings().theme === 'dark' ? 'light' : 'dark'
  return [
    ...(numbers.length > 0 && may('trk:search:query')
      ? [
          action(
            'track',
            t('action.track', { count: numbers.length }),
            () => navigate(`/tracking/search?nos=${encodeURIComponent(numbers.join(','))}`),
            words,
          ),
        ]
      : []),
    action('theme', t(`action.theme.${theme}`), () => changeUiSettings({ theme })),
    action('language', t('action.language', { name: LANG_NAMES[next] }), () => {
      void chooseLang(next)
    }),
    action('display', t('action.display'), () => navigate('/account/settings/custom')),
    action('keys', t('action.keys'), () => navigate('/account/settings/security#keys')),
    action('signOut', t('action.signOut'), leave),
  ]
}
