import { confirmBy, press } from '#web/test/acts.ts'
import { until } from '#web/test/page.tsx'

const asked = () => document.querySelectorAll('.ant-modal-confirm').length

/** Saves a new order of the company itself: staff are asked first. */
export async function pressOwn(name: string): Promise<void> {
  // A dialog that was answered is still leaving.
  const before = asked()
  await press(name)
  await until(() => asked() > before)
  await confirmBy("Company's own order")
}
