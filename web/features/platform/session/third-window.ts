/** What the page another provider leads back to reports (web/public/third-login.js). */
export type ThirdSignInResult =
  | { third: 'token'; token: string }
  | { third: 'bound'; source: string }
  | { third: 'error'; error: string }

const isThirdSignInResult = (data: unknown): data is ThirdSignInResult =>
  typeof data === 'object' &&
  data !== null &&
  'third' in data &&
  (data.third === 'token' || data.third === 'bound' || data.third === 'error')

/** Listens to that page: only pages of this origin are heard. */
export function onThirdSignIn(listener: (result: ThirdSignInResult) => void): () => void {
  const channel = new BroadcastChannel('parcelyard-third')
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (isThirdSignInResult(data)) listener(data)
  }
  return () => channel.close()
}

/** A window next to this one; null where the browser does not allow it. */
export const thirdWindow = (url = 'about:blank'): Window | null =>
  window.open(url, 'parcelyard-third', 'popup,width=720,height=760')
