import { Modal } from 'antd'
import { useState } from 'react'
import { keysNow } from '../../kit/platform/keys/keyboard.ts'
import { useT } from '../../kit/text/i18n.ts'
import './palette.css'

const NAMES: Readonly<Record<string, string>> = {
  ArrowDown: '↓',
  ArrowUp: '↑',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
  ' ': 'Space',
  mod: /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl',
  enter: 'Enter',
}
const parts = (name: string): string[] =>
  (name.startsWith('mod+') ? ['mod', name.slice(4)] : [name]).map(
    (part) => NAMES[part] ?? (part.length === 1 ? part.toUpperCase() : part),
  )

/**
 * `?`: the keys that do something where one is, the newest on top. Keys of one meaning share a
 * line.
 */
export default function KeysHelp({ onClose }: { onClose: () => void }) {
  const t = useT('palette')
  // Those of the screen below, not of this dialog.
  const [keys] = useState(keysNow)
  const lines = new Map<string, string[]>()
  for (const { name, label } of keys) {
    const text = label ?? (t.has(`key.${name}`) ? t(`key.${name}`) : null)
    if (text !== null) lines.set(text, [...(lines.get(text) ?? []), name])
  }
  return (
    <Modal open title={t('keys.title')} footer={null} width={480} onCancel={onClose}>
      <dl className="py-keys">
        {[...lines].map(([text, names]) => (
          <div key={text}>
            <dt>
              {names.map((name) => (
                <span key={name}>
                  {parts(name).map((part) => (
                    <kbd key={part}>{part}</kbd>
                  ))}
                </span>
              ))}
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <p className="py-hint">{t('keys.note')}</p>
    </Modal>
  )
}
