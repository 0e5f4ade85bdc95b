import {
  CheckCircleFilled,
  ClockCircleOutlined,
  CloseCircleFilled,
  ExclamationCircleFilled,
  MinusCircleOutlined,
  RightCircleOutlined,
} from '@ant-design/icons'
import type { ReactNode } from 'react'
import { STATUS_ICONS, statusIconOf, type StatusIcon } from '#contracts/kit/status-looks.ts'
import { useDictItem } from '../http/dict.ts'

/** idle: nothing happens; waiting: a user must act; moving: on its way; done; warning; bad. */
export type Tone = 'idle' | 'waiting' | 'moving' | 'done' | 'warning' | 'bad'

const ICONS: Record<Tone, ReactNode> = {
  idle: <MinusCircleOutlined />,
  waiting: <ClockCircleOutlined />,
  moving: <RightCircleOutlined />,
  done: <CheckCircleFilled />,
  warning: <ExclamationCircleFilled />,
  bad: <CloseCircleFilled />,
}

// A dictionary names colours; the tone adds an icon so that red and green need not be
// distinguished.
const TONES: Record<string, Tone> = {
  green: 'done',
  success: 'done',
  cyan: 'moving',
  lime: 'done',
  red: 'bad',
  error: 'bad',
  volcano: 'bad',
  magenta: 'bad',
  orange: 'warning',
  gold: 'warning',
  yellow: 'warning',
  warning: 'warning',
  blue: 'moving',
  geekblue: 'moving',
  processing: 'moving',
  purple: 'waiting',
  default: 'idle',
  gray: 'idle',
  grey: 'idle',
}
export const toneOf = (color: string | null | undefined): Tone => TONES[color ?? ''] ?? 'idle'

function Stage({ icon }: { icon: StatusIcon }) {
  return (
    <svg
      width="1em"
      height="1em"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinejoin="round"
      strokeLinecap="round"
      data-icon={icon}
    >
      <path d={STATUS_ICONS[icon]} />
    </svg>
  )
}

/** A status as colour, icon and word; the stages of a parcel have icons of their own. */
export function StatusTag({
  tone,
  icon,
  children,
}: {
  tone: Tone
  icon?: StatusIcon | undefined
  children: ReactNode
}) {
  return (
    <span className={`py-tag py-tone-${tone}`}>
      <span aria-hidden>{icon ? <Stage icon={icon} /> : ICONS[tone]}</span>
      {children}
    </span>
  )
}

/**
 * The word of a dictionary item; with colour and icon where the dictionary has a colour. `text` is
 * the answer's `_dictText`.
 */
export function DictTag({
  code,
  value,
  text,
}: {
  code: string
  value: string | null | undefined
  text?: string | null
}) {
  const item = useDictItem(code, value)
  if (value === null || value === undefined || value === '') return null
  const word = item?.text ?? (text || value)
  return item?.color ? (
    <StatusTag tone={toneOf(item.color)} icon={statusIconOf(code, value)}>
      {word}
    </StatusTag>
  ) : (
    <>{word}</>
  )
}
