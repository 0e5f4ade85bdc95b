import { providerKeys } from '#contracts/money/payment-accounts.ts'
import { bindEndpoints, type BoundEndpoint } from '#server/kit/http/bind-endpoints.ts'
import { readKeys, saveKeys } from './provider-keys.ts'

export const paymentAccountCalls = (): BoundEndpoint[] =>
  bindEndpoints(providerKeys, { read: readKeys, save: saveKeys })
