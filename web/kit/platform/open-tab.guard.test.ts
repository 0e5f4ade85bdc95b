import { expect, it } from 'vitest'

const files = import.meta.glob<string>('../../**/*.{ts,tsx}', {
  query: '?raw',
  import: 'default',
  eager: true,
})
/** A window next to the page, which stays in sight. */
const NEXT_TO_IT = ['../../features/platform/session/third-window.ts']

it('tabs are opened by the kit, which waits for dialogs to be gone', () =>
  expect(
    Object.keys(files).filter(
      (path) =>
        !path.includes('.test.') &&
        !path.endsWith('/open-tab.ts') &&
        files[path]!.includes('window.open('),
    ),
  ).toEqual(NEXT_TO_IT))
