import type { ThirdSource } from '#contracts/platform/session/identity.ts'
import type { ThirdSettings } from '#contracts/platform/session/identity-third.ts'

export interface KnownProvider {
  /** `host:port` in addition to the open internet that the operator lets providers be asked at. */
  inside: readonly string[]
  tenantId: string
  source: ThirdSource
  settings: ThirdSettings
  configHash: Buffer
  secret: string
}
