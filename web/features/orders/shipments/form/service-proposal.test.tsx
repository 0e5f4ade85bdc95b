import { Form } from 'antd'
import { afterEach, expect, it, vi } from 'vitest'
import { serviceChoices } from '#contracts/orders/service-choices.ts'
import { answersAt, bodiesOf, press, seen } from '#web/test/acts.ts'
import { good, leave, until } from '#web/test/page.tsx'
import { showScreen } from '#web/test/screen.tsx'
import { blankConsignee, blankDraft, blankParcel } from './draft/draft.ts'
import type { Draft } from './draft/draft.ts'
import { ServiceProposal } from './service-proposal.tsx'

afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
})

function Page({ draft }: { draft: Draft }) {
  const [form] = Form.useForm<Draft>()
  const serviceId: unknown = Form.useWatch('serviceId', { form, preserve: true })
  return (
    <Form form={form} initialValues={draft} preserve>
      <ServiceProposal form={form} />
      <output>{String(serviceId)}</output>
    </Form>
  )
}

const draft = (weightKg: string, serviceId = ''): Draft => ({
  ...blankDraft({ shipmentResource: 'B2C', serviceId, customerId: '9' }),
  consignee: blankConsignee({ country: 'DE', postalCode: '10115' }),
  parcels: [{ ...blankParcel(), weightKg }],
})
const CHOSEN = {
  serviceId: '3',
  serviceCode: 'EXP-AIR',
  serviceName: 'Air express',
  rule: 'Batteries',
  text: 'Rule 1 "Batteries" chose EXP-AIR: lithium battery',
}
const open = async (start: Draft, chosen: typeof CHOSEN | null = CHOSEN) => {
  const sent = answersAt({ '/erp/serviceChoice/propose': good({ chosen }) })
  await showScreen(<Page draft={start} />, {
    texts: ['shipments'],
    rights: [serviceChoices.propose.perm],
  })
  return sent
}

it('an order without a service is proposed one with the reason, and takes it on request', async () => {
  const sent = await open(draft('1.2'))
  await until(() => seen().includes('lithium battery'))
  expect(bodiesOf(sent, '/serviceChoice/propose')[0]).toMatchObject({
    shipmentResource: 'B2C',
    customerId: '9',
    consignee: { country: 'DE', postalCode: '10115' },
    parcels: [{ weightKg: '1.2' }],
  })
  await press('Use it')
  await until(() => document.querySelector('output')?.textContent === '3')
  await until(() => !seen().includes('lithium battery'))
})

it('nothing is asked while a weight is missing or a service is chosen', async () => {
  for (const start of [draft(''), draft('1', '5')]) {
    const sent = await open(start)
    await new Promise((resolve) => setTimeout(resolve, 600))
    expect(bodiesOf(sent, '/serviceChoice/propose')).toEqual([])
    await leave()
  }
})
