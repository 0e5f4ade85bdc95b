import type { ComponentProps, ReactNode } from 'react'

/**
 * antd's small icon button as plain markup in antd's own classes (`py` holds its tokens,
 * shell/theme.ts). Hundreds are in a table, and each of antd's works out its looks and its wave
 * again whenever it is drawn.
 */
export function RowButton({
  icon,
  danger = false,
  ...button
}: ComponentProps<'button'> & { icon: ReactNode; danger?: boolean }) {
  return (
    <button
      type="button"
      {...button}
      className={`ant-btn py ant-btn-text ant-btn-color-${danger ? 'dangerous' : 'default'} ant-btn-variant-text ant-btn-sm ant-btn-icon-only`}
    >
      <span className="ant-btn-icon">{icon}</span>
    </button>
  )
}
