import { useEffect, useState } from 'react'
import { labelPictures } from '#contracts/commercial/labels/designs.ts'
import { fetchFile } from '../../../../kit/http/fetch-file.ts'
import { useApi } from '../../../../kit/http/query.ts'

/** Addresses of bytes by picture: a template shows the same ones all the time. */
const shown = new Map<string, Promise<string | null>>()

function load(id: string): Promise<string | null> {
  const known = shown.get(id)
  if (known) return known
  const loading = fetchFile(labelPictures.picture, { id }, { quiet: true }).then(
    ({ blob }) => URL.createObjectURL(blob),
    () => {
      shown.delete(id)
      return null
    },
  )
  shown.set(id, loading)
  return loading
}

/** A stored picture as an address for the page; its bytes need a session. */
export function usePicture(id: string): string | null {
  const [found, setFound] = useState<{ id: string; url: string | null } | null>(null)
  useEffect(() => {
    let gone = false
    void load(id).then((url) => {
      if (!gone) setFound({ id, url })
    })
    return () => {
      gone = true
    }
  }, [id])
  return found?.id === id ? found.url : null
}

export const usePictures = () => useApi(labelPictures.pictures, {}, { staleTime: 30_000 })
