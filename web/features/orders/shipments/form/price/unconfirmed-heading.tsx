import { RechargeLink } from './payer-note.tsx'

/** What is left of "save and confirm": `text`, and the way to a recharge where money is missing. */
export const unconfirmedHeading = (text: string, code: string | null | undefined) => (
  <>
    {text} {code === 'ledger.insufficient' && <RechargeLink />}
  </>
)
