import { DownOutlined, UpOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { KeyMap } from '../platform/keys/keyboard.ts'
import { useT } from '../text/i18n.ts'

/** To the row before and after the one that is open; null where there is none. */
export interface RowStepsProps {
  onPrevious: (() => void) | null
  onNext: (() => void) | null
}

/** The keys of a drawer over a list: j/k or the arrows go on, Esc closes. */
export const stepKeys = ({
  onPrevious,
  onNext,
  onClose,
}: RowStepsProps & { onClose: () => void }): KeyMap => ({
  j: () => onNext?.(),
  ArrowDown: () => onNext?.(),
  k: () => onPrevious?.(),
  ArrowUp: () => onPrevious?.(),
  Escape: onClose,
})

/** The same as buttons, in the drawer's head. */
export function RowSteps({ onPrevious, onNext }: RowStepsProps) {
  const t = useT()
  return (
    <>
      <Button
        type="text"
        icon={<UpOutlined />}
        aria-label={t('detail.previous')}
        title={`${t('detail.previous')} (k)`}
        disabled={!onPrevious}
        onClick={() => onPrevious?.()}
      />
      <Button
        type="text"
        icon={<DownOutlined />}
        aria-label={t('detail.next')}
        title={`${t('detail.next')} (j)`}
        disabled={!onNext}
        onClick={() => onNext?.()}
      />
    </>
  )
}
