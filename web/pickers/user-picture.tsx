import { useState } from 'react'
import { STATIC } from '#contracts/kit/static-files.ts'
import { BASE } from '../kit/http/api.ts'

/** A user's picture, or the first letter of the name where there is none (any more). */
export function UserPicture({
  path,
  name,
  size = 24,
}: {
  path: string | null | undefined
  name: string
  size?: number
}) {
  const [missing, setMissing] = useState<string | null>(null)
  const style = {
    width: size,
    height: size,
    borderRadius: '50%',
    flex: 'none',
    objectFit: 'cover' as const,
  }
  if (path && path !== missing)
    return (
      <img
        src={`${BASE}${STATIC}/${path}`}
        alt=""
        loading="lazy"
        style={style}
        onError={() => setMissing(path)}
      />
    )
  return (
    <span
      aria-hidden
      style={{
        ...style,
        display: 'inline-grid',
        placeItems: 'center',
        background: 'var(--py-accent-soft)',
        color: 'var(--py-accent-strong)',
        fontWeight: 600,
        fontSize: size * 0.45,
      }}
    >
      {[...name.trim()][0]?.toUpperCase() ?? '·'}
    </span>
  )
}
