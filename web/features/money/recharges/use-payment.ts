import { useNavigate } from 'react-router'
import { recharges } from '#contracts/money/recharges.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { useT } from '../../../kit/text/i18n.ts'

/** Sends the payer to the provider's payment page; a simulated one is a page of this product. */
export function usePayment(): (id: string) => Promise<void> {
  const t = useT('recharges')
  const navigate = useNavigate()
  const pay = useAction(recharges.pay, { success: t('pay.leaving') })
  return async (id) => {
    const answer = await pay.run({ id })
    if (!answer.ok) return
    const { url, simulated } = answer.result
    if (simulated) void navigate(url)
    else location.assign(url)
  }
}
