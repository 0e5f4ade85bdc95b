import { MemoryRouter, useLocation } from 'react-router'
import { act, useEffect } from 'react'
import { expect, it } from 'vitest'
import { show as draw } from '#web/test/page.tsx'
import { useOpen } from './use-open.ts'

let seen: { at: string; outer: ReturnType<typeof useOpen>; inner: ReturnType<typeof useOpen> }
function Page() {
  const [outer, inner] = [useOpen(), useOpen('entries')]
  const at = useLocation().search
  useEffect(() => {
    seen = { at, outer, inner }
  })
  return null
}
const start = (at: string) =>
  draw(
    <MemoryRouter initialEntries={[at]}>
      <Page />
    </MemoryRouter>,
  )

it('opens no row of a list inside the drawer of a row with the same id', async () => {
  await start('/?_row=7&x=1')
  expect([seen.outer.open, seen.inner.open]).toEqual([{ kind: 'row', id: '7' }, null])
  await act(async () => seen.inner.show({ kind: 'row', id: '3' }))
  expect([seen.outer.open?.id, seen.inner.open?.id]).toEqual(['7', '3'])
  await act(async () => seen.inner.close())
  expect([seen.outer.open?.id, seen.inner.open]).toEqual(['7', null])
})
it('closes what is open inside together with the drawer', async () => {
  await start('/?_row=7&entries._row=3&x=1')
  await act(async () => seen.outer.close())
  expect(seen.at).toBe('?x=1')
})
