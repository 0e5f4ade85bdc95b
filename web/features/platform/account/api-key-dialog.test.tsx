import { act } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { answersAt, bodiesOf, inputOf, press, type } from '#web/test/acts.ts'
import { good, leave, until, untilFound } from '#web/test/page.tsx'
import { showScreen } from '#web/test/screen.tsx'
import ApiKeyDialog from './api-key-dialog.tsx'

afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
})

it('a group under a search ticks the rights that are shown, and no other', async () => {
  const right = (code: string, name: string) => ({ code, name, group: 'B2C orders' })
  const sent = answersAt({
    '/sys/account/apiKey/scopes': good([
      right('ship:b2c:add', 'Add orders'),
      right('ship:b2c:list', 'See orders'),
      right('ship:b2c:cancel', 'Cancel orders'),
    ]),
    '/sys/account/apiKey/add': good({ key: 'py_secret', row: {} }),
  })
  await showScreen(<ApiKeyDialog onClose={() => {}} />, { texts: ['account'] })
  await type(await inputOf('Name'), 'ERP')
  await type(await inputOf('Permissions'), 'add')
  const group = await untilFound(() =>
    [...document.querySelectorAll<HTMLElement>('.ant-select-tree-title')].find(
      (one) => one.textContent === 'B2C orders',
    ),
  )
  await act(async () => group.click())
  await press('Create key')
  await until(() => bodiesOf(sent, '/apiKey/add').length === 1)
  expect(bodiesOf(sent, '/apiKey/add')[0]).toMatchObject({ scopes: ['ship:b2c:add'] })
})
