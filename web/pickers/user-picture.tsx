import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { account } from '#contracts/platform/account.ts'
import { fetchFile, type CallOf } from '../kit/http/api.ts'

const picture: CallOf<typeof account.picture> = {
  method: 'GET',
  path: '/sys/account/picture/{id}',
  reply: 'file',
}
const OWN = /^\/sys\/account\/picture\/([0-9a-f-]{36})$/

/**
 * Somebody's picture, or the first letter of the name. Pictures need a session, so an address alone
 * shows nothing: the bytes are fetched.
 */
export function UserPicture({
  path,
  name,
  size = 24,
}: {
  path: string | null | undefined
  name: string
  size?: number
}) {
  const id = OWN.exec(path ?? '')?.[1] ?? null
  const found = useQuery({
    queryKey: ['/sys/account/picture', id],
    queryFn: async ({ signal }) =>
      (await fetchFile(picture, { id: id ?? '' }, { signal, quiet: true })).blob,
    enabled: id !== null,
    staleTime: Infinity,
    gcTime: 600_000,
    retry: false,
  })
  const [shown, setShown] = useState<string | null>(null)
  const blob = id === null ? undefined : found.data
  useEffect(() => {
    if (!blob) return setShown(null)
    const url = URL.createObjectURL(blob)
    setShown(url)
    return () => URL.revokeObjectURL(url)
  }, [blob])
  const style = {
    width: size,
    height: size,
    borderRadius: '50%',
    flex: 'none',
    objectFit: 'cover' as const,
  }
  if (shown) return <img src={shown} alt="" style={style} />
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
