const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/MicroMessenger\/(\d+)/, 'WeChat'],
  [/Edg(?:e|A|iOS)?\/(\d+)/, 'Edge'],
  [/OPR\/(\d+)/, 'Opera'],
  [/Firefox\/(\d+)/, 'Firefox'],
  [/(?:Chrome|CriOS)\/(\d+)/, 'Chrome'],
  [/Version\/(\d{1,4})(?:\.[\d.]*)? (?:Mobile\/\S+ )?Safari/, 'Safari'],
  [/^(?:curl|PostmanRuntime|okhttp|python-requests|node)\b\/?(\d+)?/, 'API'],
]
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/iPhone|iPod/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux|X11/, 'Linux'],
]

/** Browser and system as people call them; empty for the unknown. */
export function deviceOf(userAgent: string): string {
  const browser = BROWSERS.flatMap(([pattern, name]) => {
    const found = pattern.exec(userAgent)
    return found ? [found[1] ? `${name} ${found[1]}` : name] : []
  })[0]
  const system = SYSTEMS.find(([pattern]) => pattern.test(userAgent))?.[1]
  return [browser, system].filter(Boolean).join(' · ')
}
