import { formatMoney, minorUnits } from '#contracts/kit/money.ts'
import { fail, failConflict, failFields } from '#server/kit/http/errors.ts'

/** How an account of a customer stands, in minor units. */
export interface Standing {
  accountId: string
  kind: string
  customerId: string
  currency: string
  balance: bigint
  held: bigint
  credit: bigint
  /** balance − held + credit: below zero the account owes more than it may. */
  available: bigint
}

interface StandingBody {
  accountId: string
  kind: string
  customerId: string
  currency: string
  balance: string
  held: string
  credit: string
}

export function standingOf(body: StandingBody): Standing {
  const [balance, held, credit] = [BigInt(body.balance), BigInt(body.held), BigInt(body.credit)]
  return { ...body, balance, held, credit, available: balance - held + credit }
}

/** An account would come to more than it may: refused with the field all money verbs have. */
export function failTooLarge(currency: string, path = 'amount'): never {
  const data = { currency, decimals: minorUnits(currency) }
  failFields([{ path, code: 'field.moneyTooLarge', data }])
}

export interface OutcomeData {
  minor?: string
  needed?: string
  currency?: string
}

/** Refuses with the outcome's own code; outcomes that are no refusal pass. */
export function refuseOutcome(outcome: string, data: OutcomeData): void {
  const { currency = '' } = data
  const amount = (minor = '0') => formatMoney({ minor: BigInt(minor), currency })
  switch (outcome) {
    case 'posted':
    case 'held':
    case 'released':
    case 'repeated':
      return
    case 'insufficient':
      return fail('ledger.insufficient', {
        available: amount(data.minor),
        needed: amount(data.needed),
        missing: amount(String(BigInt(data.needed ?? '0') - BigInt(data.minor ?? '0'))),
        currency,
      })
    case 'frozen':
      return fail('ledger.frozen')
    case 'differs':
      return failConflict('ledger.eventDiffers')
    case 'holdMissing':
      return fail('ledger.holdMissing')
    case 'holdEnded':
      return fail('ledger.holdEnded')
    case 'originalMissing':
      return fail('ledger.originalMissing')
    case 'originalTakesBack':
      return fail('ledger.originalTakesBack')
    case 'reversedBefore':
      return fail('ledger.reversedBefore')
    case 'partlyRefunded':
      return fail('ledger.partlyRefunded')
    case 'overRefunded':
      return fail('ledger.overRefunded', { left: amount(data.minor), currency })
    case 'needsTwo':
      return fail('charge.needsTwo')
    case 'tooLarge':
      return failTooLarge(currency)
    default:
      throw new Error(`the ledger answered ${outcome}`)
  }
}
