import { GlobalOutlined } from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import { LANGS, type Lang } from '#contracts/kit/envelope.ts'
import { changeLang, useLang, useT } from '../kit/i18n.ts'
import { queryClient } from '../kit/query.ts'

/** Each language by its own name: a person who landed in the wrong one must be able to read the way out. */
const NAMES: Record<Lang, string> = { zh_CN: '简体中文', en_US: 'English' }

export function LanguageSwitch({ compact }: { compact: boolean }) {
  const t = useT('shell')
  const lang = useLang()
  const choose = async (next: Lang) => {
    if (next === lang) return
    await changeLang(next)
    // Words of the server (statuses, names of references) came in the language before.
    await queryClient.invalidateQueries()
  }
  return (
    <Dropdown trigger={['click']} menu={{ selectable: true, selectedKeys: [lang], items: LANGS.map((key) => ({ key, label: <span lang={key === 'zh_CN' ? 'zh-CN' : 'en'}>{NAMES[key]}</span>, onClick: () => void choose(key) })) }}>
      <Button type="text" icon={<GlobalOutlined />} aria-label={t('language')}>{compact ? null : NAMES[lang]}</Button>
    </Dropdown>
  )
}
