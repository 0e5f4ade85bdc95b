import { choose, inputAt, press } from '#web/test/acts.ts'

const OWN = 'Our own shipment'

/** Saves a new order of the company itself: staff choose so where a customer would be. */
export async function pressOwn(name: string): Promise<void> {
  const field = inputAt('order_customerId')
  if (!field.closest('.ant-select')?.textContent.includes(OWN)) await choose(field, OWN)
  await press(name)
}
