import { useEffect, useState } from 'react'
import type { session } from '#contracts/platform/session/session.ts'
import { call, type CallOf } from '../../../kit/http/api.ts'
import { useT } from '../../../kit/text/i18n.ts'

const randomImage: CallOf<typeof session.randomImage> = {
  method: 'GET',
  path: '/sys/randomImage/{key}',
}

/** Four characters to read off an image that belongs to `imageKey`. */
export function Captcha({
  id,
  imageKey,
  onAnother,
}: {
  id: string
  imageKey: number
  onAnother: () => void
}) {
  const t = useT('session')
  const [image, setImage] = useState<string | null>(null)
  useEffect(() => {
    const gone = new AbortController()
    setImage(null)
    call(randomImage, { key: String(imageKey) }, { signal: gone.signal, quiet: true }).then(
      setImage,
      () => undefined,
    )
    return () => gone.abort()
  }, [imageKey])
  return (
    <>
      <label htmlFor={id}>{t('captcha')}</label>
      <small className="py-captcha-note">{t('captcha.note')}</small>
      <span className="py-captcha">
        <input
          id={id}
          name="captcha"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={16}
        />
        <button
          type="button"
          onClick={onAnother}
          title={t('captcha.another')}
          aria-label={t('captcha.another')}
        >
          {image?.startsWith('data:image/') && <img src={image} alt={t('captcha.image')} />}
          <svg
            width="16"
            height="16"
            viewBox="0 0 16 16"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.6"
            aria-hidden
          >
            <path d="M13.5 8a5.5 5.5 0 1 1-1.6-3.9M13.5 1.5v3h-3" />
          </svg>
        </button>
      </span>
    </>
  )
}
