import type { PageLook } from '#contracts/tracking/parcel-pages.ts'

/** How the company of these numbers, or of this code, shows itself; its colour is put on the page. */
export async function lookOf(nos: string, of: string | null): Promise<PageLook | null> {
  const query = new URLSearchParams(nos ? { nos } : { of: of ?? '' })
  const look = await fetch(`/boot/track/look?${query}`, { credentials: 'omit' })
    .then((response) => response.json())
    .then(({ result }: { result: PageLook | null }) => result)
    .catch(() => null)
  const { style } = document.documentElement
  const mixed = (share: string) => look?.colour && `color-mix(in srgb, ${look.colour} ${share})`
  style.setProperty('--accent', look?.colour ?? '')
  style.setProperty('--accent-ink', look?.colour ?? '')
  style.setProperty('--accent-deep', mixed('80%, black') ?? '')
  style.setProperty('--accent-tint', mixed('10%, white') ?? '')
  return look
}
