// @vitest-environment happy-dom
import { Form } from 'antd'
import { afterEach, expect, it, vi } from 'vitest'
import type { TrackDetail } from '#contracts/returns/return-tracks.shapes.ts'
import { answersAt, bodiesOf, choose, inputOf, seen } from '#web/test/acts.ts'
import { good, leave, until } from '#web/test/page.tsx'
import { showScreen } from '#web/test/screen.tsx'
import { ForwardFields } from './forward-fields.tsx'

afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
})
const track = {
  id: '7',
  customerId: '3',
  currency: 'EUR',
  weightKg: '2.5',
  sizeCm: '30 × 20 × 15',
  items: [],
} as unknown as TrackDetail

function Dialog({ tracks = [track], all = 1 }: { tracks?: TrackDetail[]; all?: number }) {
  const [form] = Form.useForm()
  return (
    <Form
      form={form}
      initialValues={{ forward: { serviceId: '11', ...(all > 1 ? { country: 'DE' } : {}) } }}
    >
      <ForwardFields
        form={form}
        tracks={tracks}
        all={all}
        customers={Array.from({ length: all }, () => '3')}
        onAddress={(forward) => form.setFieldsValue({ forward })}
      />
    </Form>
  )
}

it('a forwarding takes its address out of the book and shows the price of its order', async () => {
  const erika = { id: '1', name: 'Erika Muster', country: 'DE', city: 'Berlin', street: 'Weg' }
  const sent = answersAt({
    '/erp/consignee/list': good({ total: 1, records: [erika] }),
    '/erp/shipment/quote': good({ quote: { total: '6.00', currency: 'EUR' }, issues: [] }),
    '/erp/charging/taxed': good({ net: '6.00', tax: '1.14', gross: '7.14' }),
  })
  await showScreen(<Dialog />, {
    texts: ['return-tracks', 'shipments', 'charging'],
    rights: ['base:consignee:list', 'ship:price:view', 'ship:b2c:list'],
  })
  await until(() => seen().includes('Choose service and country'))
  await choose(await inputOf('Address book'), 'Erika Muster · Berlin · DE')
  await until(() => seen().includes('7.14'))
  expect(seen()).toContain('Price of the order it leaves by')
  expect(bodiesOf(sent, '/erp/shipment/quote')).toEqual([
    {
      shipmentResource: 'B2C',
      customerId: '3',
      serviceId: '11',
      consignee: { company: null, country: 'DE', postalCode: null, state: null, city: 'Berlin' },
      parcels: [
        {
          weightKg: '2.5',
          lengthCm: '30',
          widthCm: '20',
          heightCm: '15',
          products: [{ quanlity: '1', unitPrice: '1', currency: 'EUR' }],
        },
      ],
    },
  ])
})

const TEXTS = {
  texts: ['return-tracks', 'shipments', 'charging'],
  rights: ['ship:price:view', 'ship:b2c:list'],
}

it('orders of several returns are taxed one by one, as they will be charged', async () => {
  answersAt({
    '/erp/shipment/quote': good({ quote: { total: '0.13', currency: 'EUR' }, issues: [] }),
    '/erp/charging/taxed': good({ net: '0.13', tax: '0.02', gross: '0.15' }),
  })
  await showScreen(<Dialog tracks={[track, { ...track, id: '8' }]} all={2} />, TEXTS)
  await until(() => seen().includes('0.30'))
  expect(seen()).toContain('0.26 net')
})

it('a box that was not measured is priced as its order will be', async () => {
  const sent = answersAt({ '/erp/shipment/quote': good({ quote: null, issues: [] }) })
  const box = { ...track, weightKg: null, sizeCm: null }
  await showScreen(<Dialog tracks={[box, { ...box, id: '8' }]} all={2} />, TEXTS)
  await until(() => bodiesOf(sent, '/erp/shipment/quote').length > 0)
  const usual = { weightKg: '1', lengthCm: '10', widthCm: '10', heightCm: '10' }
  expect(bodiesOf(sent, '/erp/shipment/quote')[0]).toMatchObject({ parcels: [usual] })
})

it('where not every return could be read, none waits for a choice that was made', async () => {
  answersAt({})
  await showScreen(<Dialog all={21} />, TEXTS)
  await until(() => seen().includes('21 returns have no price yet'))
  expect(seen()).not.toContain('Choose service and country')
})

it.each([
  ['one return', [track], 1],
  ['more than are read', [], 21],
])('offers the services orders may leave by: of %s', async (_, tracks, all) => {
  const service = (value: string, text: string, kinds?: string[]) => ({ value, text, kinds })
  const sent = answersAt({
    '/erp/shipment/choices': good({
      services: [service('11', 'ECO'), service('12', 'SEA-FBA', ['FBA']), service('13', 'EXP')],
      depots: [],
    }),
  })
  await showScreen(<Dialog tracks={tracks} all={all} />, {
    ...TEXTS,
    rights: [...TEXTS.rights, 'ship:b2c:add'],
  })
  await choose(await inputOf('Service'), 'EXP')
  expect(seen()).not.toContain('SEA-FBA')
  const asked = sent.filter(({ url }) => url.pathname.endsWith('/choices'))
  expect(asked.map(({ url }) => url.searchParams.get('customerId'))).toEqual(['3'])
})
