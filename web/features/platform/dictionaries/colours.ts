/** What an item may be coloured with, and the tone it is shown in. */
export const COLOURS: Readonly<
  Record<string, { tone: 'idle' | 'moving' | 'done' | 'warning' | 'bad' }>
> = {
  default: { tone: 'idle' },
  processing: { tone: 'moving' },
  success: { tone: 'done' },
  warning: { tone: 'warning' },
  error: { tone: 'bad' },
  cyan: { tone: 'moving' },
  blue: { tone: 'moving' },
  gold: { tone: 'warning' },
  purple: { tone: 'moving' },
}
