import { Button } from 'antd'
import { useEffect, useRef } from 'react'
import { thirdLogin } from '#contracts/platform/session/identity-third.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { useNotify } from '../../../kit/http/notify.tsx'
import { useApi } from '../../../kit/http/query.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { onThirdSignIn, thirdWindow } from '../session/index.ts'

/**
 * Other providers the user may be bound to: a window of theirs opens, and reports here when it is done.
 */
export function ThirdOffers({ bound, onBound }: { bound: readonly string[]; onBound: () => void }) {
  const t = useT('identity')
  const notify = useNotify()
  const offered = useApi(thirdLogin.offered, {})
  const start = useAction(thirdLogin.startBinding, { success: false })
  const done = useRef(onBound)
  done.current = onBound
  useEffect(
    () =>
      onThirdSignIn((result) => {
        if (result.third === 'bound') done.current()
        else if (result.third === 'error') notify.warning(t('third.failed'))
      }),
    [t, notify],
  )
  const begin = async (source: (typeof left)[number]['source']) => {
    const answer = await start.run({ source })
    if (answer.ok && !thirdWindow(answer.result.url)) notify.warning(t('third.blocked'))
  }
  const left = offered.data?.filter(({ source }) => !bound.includes(source)) ?? []
  if (left.length === 0) return null
  return (
    <p className="acc-offers">
      {left.map(({ source, name }) => (
        <Button key={source} loading={start.busy} onClick={() => void begin(source)}>
          {t('third.bindTo', { name: name ?? t(`third.${source}`) })}
        </Button>
      ))}
    </p>
  )
}
