/**
 * What a browser reports of itself, in two words: `Chrome 141 · Windows`. Null where it reports
 * nothing known.
 */
export function deviceOf(userAgent: string | null): string | null {
  if (!userAgent) return null
  const browser = BROWSERS.map(([name, sign]) => ({
    name,
    version: sign.exec(userAgent)?.[1],
  })).find(({ version }) => version !== undefined)
  const system = SYSTEMS.find(([, sign]) => sign.test(userAgent))?.[0]
  const words = [browser && `${browser.name} ${browser.version}`, system].filter(Boolean)
  return words.length > 0 ? words.join(' · ') : (userAgent.split(' ')[0]?.slice(0, 60) ?? null)
}

// The more particular first: all of them call themselves Chrome or Safari as well.
const BROWSERS: readonly (readonly [string, RegExp])[] = [
  ['WeChat', /MicroMessenger\/(\d+)/],
  ['Edge', /Edg(?:A|iOS)?\/(\d+)/],
  ['Opera', /OPR\/(\d+)/],
  ['Samsung Internet', /SamsungBrowser\/(\d+)/],
  ['Firefox', /(?:Firefox|FxiOS)\/(\d+)/],
  ['Chrome', /(?:Chrome|CriOS)\/(\d+)/],
  ['Safari', /Version\/(\d+)[\d.]* (?:Mobile\/\w+ )?Safari/],
]
const SYSTEMS: readonly (readonly [string, RegExp])[] = [
  ['iPad', /iPad/],
  ['iPhone', /iPhone/],
  ['Android', /Android/],
  ['HarmonyOS', /HarmonyOS|OpenHarmony/],
  ['Windows', /Windows NT/],
  ['macOS', /Mac OS X/],
  ['ChromeOS', /CrOS/],
  ['Linux', /Linux/],
]
