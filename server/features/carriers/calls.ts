import { carriers } from '#contracts/carriers.ts'
import { feature } from '#server/kit/feature.ts'
import { readSecrets, setSecret } from './secrets.ts'

/** What a courier's row may not carry: its keys. */
export function carrierCalls({ secretKey }: { secretKey: Buffer }) {
  return feature(carriers, {
    secrets: (ctx, { id }) => readSecrets(ctx, id, secretKey),
    setSecret: (ctx, input) => setSecret(ctx, input, secretKey),
  })
}
