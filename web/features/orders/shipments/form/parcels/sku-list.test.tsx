// @vitest-environment happy-dom
import { Form } from 'antd'
import { act } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { answersAt } from '#web/test/acts.ts'
import { good, leave, settle, until } from '#web/test/page.tsx'
import { showScreen } from '#web/test/screen.tsx'
import { userInfo } from '#web/test/signed-in.ts'
import { setUser } from '#web/kit/session/session.ts'
import { SkuList } from './sku-list.tsx'

afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
})

const suggested = async (kind: string, rights = ['stock:sku:list']) => {
  const sent = answersAt({
    '/erp/stockSku/find': good([{ id: '1', sku: 'CAR-ORG', nameCn: '收纳箱', available: 4 }]),
  })
  await showScreen(
    <Form initialValues={{ shipmentResource: kind, customerId: null, depotId: '4' }}>
      <SkuList id="skus" typed="CAR" />
    </Form>,
    { rights },
  )
  await act(async () =>
    setUser(userInfo({ id: '1', username: 'li', realname: 'Somebody', customerId: '7' })),
  )
  await settle()
  return sent.filter(({ url }) => url.pathname.endsWith('/stockSku/find'))
}

it('the customer’s own SKUs are suggested by what is typed, with name and pieces', async () => {
  const sent = await suggested('WMS')
  await until(() => document.querySelector('datalist option') !== null)
  const option = document.querySelector('datalist option')!
  expect([option.getAttribute('value'), option.textContent]).toEqual(['CAR-ORG', '收纳箱 · 4'])
  expect(sent[0]!.url.searchParams.get('keyword')).toBe('CAR')
})

it('orders that use no stock ask for none', async () => {
  expect(await suggested('B2C')).toEqual([])
})

it('nothing is asked for without the right to read SKUs', async () => {
  expect(await suggested('WMS', [])).toEqual([])
})
