import { useEffect, useRef, useState } from 'react'
import { getDocument } from 'pdfjs-dist'
import { useT } from '../../../../kit/text/i18n.ts'
import { bytesOf } from './preview-bytes.ts'

/** One label is small: it is read on the page itself, whose policy allows no worker of a library. */
const reader = import('pdfjs-dist/build/pdf.worker.min.mjs').then((worker: unknown) =>
  Reflect.set(globalThis, 'pdfjsWorker', worker),
)
const WIDTH_PX = 700

/** The first page of a PDF as a picture. The last one stays until the next is drawn. */
export default function PdfPicture({ pdf, label }: { pdf: string; label: string }) {
  const t = useT('label-designer')
  const canvas = useRef<HTMLCanvasElement>(null)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    let gone = false
    const draw = async () => {
      await reader
      const loading = getDocument({
        data: bytesOf(pdf),
        disableFontFace: true,
        useSystemFonts: false,
        verbosity: 0,
      })
      try {
        const file = await loading.promise
        const page = await file.getPage(1)
        const plain = page.getViewport({ scale: 1 })
        const viewport = page.getViewport({ scale: WIDTH_PX / plain.width })
        const drawn = document.createElement('canvas')
        drawn.width = viewport.width
        drawn.height = viewport.height
        await page.render({ canvas: drawn, viewport }).promise
        const shown = canvas.current
        if (gone || !shown) return
        shown.width = drawn.width
        shown.height = drawn.height
        shown.getContext('2d')?.drawImage(drawn, 0, 0)
        setFailed(false)
      } finally {
        await loading.destroy()
      }
    }
    draw().catch(() => {
      if (!gone) setFailed(true)
    })
    return () => {
      gone = true
    }
  }, [pdf])
  return (
    <>
      <canvas ref={canvas} className="lbl-paper" role="img" aria-label={label} hidden={failed} />
      {failed && <p className="lbl-help">{t('preview.noPicture')}</p>}
    </>
  )
}
