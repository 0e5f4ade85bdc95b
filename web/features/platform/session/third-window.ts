/** What the page another house leads back to has to say (web/public/third-login.js). */
export type ThirdNews =
  | { third: 'token'; token: string }
  | { third: 'bound'; source: string }
  | { third: 'error'; error: string }

const isNews = (data: unknown): data is ThirdNews =>
  typeof data === 'object' &&
  data !== null &&
  'third' in data &&
  (data.third === 'token' || data.third === 'bound' || data.third === 'error')

/** Listens to that page: only pages of this origin are heard. */
export function onThirdNews(heard: (news: ThirdNews) => void): () => void {
  const channel = new BroadcastChannel('parcelyard-third')
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (isNews(data)) heard(data)
  }
  return () => channel.close()
}

/** A window beside this one; null where the browser does not allow it. */
export const thirdWindow = (url = 'about:blank'): Window | null =>
  window.open(url, 'parcelyard-third', 'popup,width=720,height=760')
