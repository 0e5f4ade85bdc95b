import { GlobalOutlined } from '@ant-design/icons'
import type { Lang } from '#contracts/kit/envelope.ts'
import { useLang, useT } from '../../kit/text/i18n.ts'
import { htmlLang, LANG_CHOICES, LANG_NAMES } from '../../kit/text/lang.ts'
import { MenuButton } from '../../kit/platform/menu/menu-button.tsx'
import { chooseLang } from '../../kit/platform/own/own-lang.ts'

export function LanguageSwitch({ compact }: { compact: boolean }) {
  const t = useT('shell')
  const lang = useLang()
  const choose = async (next: Lang) => {
    if (next === lang) return
    await chooseLang(next)
  }
  return (
    <MenuButton
      type="text"
      icon={<GlobalOutlined />}
      aria-label={`${t('language')}: ${LANG_NAMES[lang]}`}
      selected={[lang]}
      items={LANG_CHOICES.map((key) => ({
        key,
        label: <span lang={htmlLang(key)}>{LANG_NAMES[key]}</span>,
        onClick: () => void choose(key),
      }))}
    >
      {compact ? null : LANG_NAMES[lang]}
    </MenuButton>
  )
}
