/** @jsxImportSource preact */
import type { VNode } from 'preact'
import { TRACKING_ICONS } from '#contracts/kit/tracking-looks.ts'

// One stroke weight, 24-pixel grid.
const PATHS = {
  question:
    'M9.5 9.5a2.5 2.5 0 1 1 3.5 2.3c-.7.3-1 .8-1 1.7M12 16.5v.01M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Z',
  ...TRACKING_ICONS,
  copy: 'M9 9h11v11H9ZM15 9V4H4v11h5',
  down: 'm6 9.5 6 6 6-6',
  link: 'M10 14a4 4 0 0 0 6 .5l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6-.5l-3 3a4 4 0 0 0 6 6l1-1',
  print: 'M7 9V4h10v5M7 17H4V9h16v8h-3M7 14h10v6H7Z',
  refresh: 'M20 5v5h-5M4 19v-5h5M5.5 9a7 7 0 0 1 12-2L20 10M4 14l2.5 3a7 7 0 0 0 12-2',
  speech: 'M4 5h16v11h-8l-4 4v-4H4Z',
  table: 'M4 5h16v14H4ZM4 10h16M4 14.5h16M10 5v14',
}

export type IconName = keyof typeof PATHS

/** Decoration next to a word, so hidden from screen readers. */
export function Icon({ name }: { name: IconName }): VNode {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  )
}
