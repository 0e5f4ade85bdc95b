/** @jsxImportSource preact */
import type { VNode } from 'preact'

// One stroke weight, 24-pixel grid.
const PATHS = {
  alert: 'M12 8v5M12 16.5v.01M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Z',
  back: 'M9 6 4 11l5 5M4 11h10a6 6 0 0 1 6 6v2',
  box: 'm4 8 8-4 8 4v8.5l-8 4-8-4ZM4 8l8 4 8-4M12 12v8.5',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  clock: 'M12 7.5V12l3 2M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Z',
  copy: 'M9 9h11v11H9ZM15 9V4H4v11h5',
  cross: 'm6 6 12 12M18 6 6 18',
  depot: 'm3 10 9-6 9 6v10H3ZM8 20v-7h8v7',
  down: 'm6 9.5 6 6 6-6',
  label: 'M6 3h8l4 4v14H6ZM14 3v4h4M9 12h6M9 16h6',
  link: 'M10 14a4 4 0 0 0 6 .5l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6-.5l-3 3a4 4 0 0 0 6 6l1-1',
  pin: 'M12 21s7-6.2 7-11.5a7 7 0 0 0-14 0C5 14.8 12 21 12 21ZM12 12a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z',
  plane: 'M4 9h8v11H4ZM12 14.5h8M17 11l3.5 3.5L17 18M6 9l2-4h6',
  print: 'M7 9V4h10v5M7 17H4V9h16v8h-3M7 14h10v6H7Z',
  question:
    'M9.5 9.5a2.5 2.5 0 1 1 3.5 2.3c-.7.3-1 .8-1 1.7M12 16.5v.01M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Z',
  refresh: 'M20 5v5h-5M4 19v-5h5M5.5 9a7 7 0 0 1 12-2L20 10M4 14l2.5 3a7 7 0 0 0 12-2',
  shield: 'm12 3 8 3v5.5c0 5-3.5 8-8 9.5-4.5-1.5-8-4.5-8-9.5V6ZM8.5 12l2.5 2.5 4.5-5',
  speech: 'M4 5h16v11h-8l-4 4v-4H4Z',
  table: 'M4 5h16v14H4ZM4 10h16M4 14.5h16M10 5v14',
  truck:
    'M2 6h12v10.5H2ZM14 10h4l4 3.5v3h-8M6.5 19a2 2 0 1 0 0-4 2 2 0 0 0 0 4ZM17.5 19a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z',
}

export type IconName = keyof typeof PATHS

/** Decoration beside a word, so hidden from screen readers. */
export function Icon({ name }: { name: IconName }): VNode {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  )
}
