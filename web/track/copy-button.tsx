/** @jsxImportSource preact */
import type { VNode } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { Icon, type IconName } from './icons.tsx'
import { t } from './texts.ts'

type Props = {
  icon: IconName
  label: string
  text: () => string
  /** Shows the label next to the icon; else it is for screen readers and the tooltip. */
  wide?: boolean
  disabled?: boolean
}

export function CopyButton({ icon, label, text, wide, disabled }: Props): VNode {
  const [outcome, setOutcome] = useState<'done' | 'failed' | null>(null)
  useEffect(() => {
    if (outcome === null) return
    const timer = setTimeout(() => setOutcome(null), outcome === 'done' ? 1800 : 6000)
    return () => clearTimeout(timer)
  }, [outcome])
  const message = outcome === 'failed' ? t('results.copyFailed') : t('results.copied')
  return (
    <button
      type="button"
      class={`tool ${wide ? 'wide' : ''} ${outcome ?? ''}`}
      title={label}
      disabled={disabled}
      aria-label={wide ? undefined : label}
      onClick={async () => setOutcome((await copyText(text())) ? 'done' : 'failed')}
    >
      <Icon name={outcome === 'done' ? 'check' : icon} />
      {wide && <span>{label}</span>}
      <span class="said" role="status">
        {outcome !== null && message}
      </span>
    </button>
  )
}

/** True when the text is on the clipboard. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyBySelection(text)
  }
}

// The clipboard API exists only in secure contexts; a depot's plain http address is none.
function copyBySelection(text: string): boolean {
  const field = document.createElement('textarea')
  field.value = text
  field.className = 'offscreen'
  document.body.append(field)
  field.select()
  const done = document.execCommand('copy')
  field.remove()
  return done
}
