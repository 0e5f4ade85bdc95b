import { SearchOutlined } from '@ant-design/icons'
import { Button, Input } from 'antd'
import { lazy, Suspense, useEffect, useRef, useState, type ComponentRef } from 'react'
import { useT } from '../../../kit/text/i18n.ts'
import { CameraButton } from '../../../kit/scan/camera-button.tsx'
import { useNotify } from '../../../kit/http/notify.tsx'
import { useKeys } from '../../../kit/platform/use-keys.ts'
import { MAX_NUMBERS, pastedNumbers } from '../../../kit/list/filters/pasted-numbers.ts'
import type { ParcelSearch } from './use-parcel-search.ts'

const CameraScan = lazy(() => import('../../../kit/scan/camera-scan.tsx'))

/**
 * A box for a pasted column: it shows how many numbers it finds before they are asked for. Enter
 * searches, a paste does so at once.
 */
export function NumberArea({ search }: { search: ParcelSearch }) {
  const t = useT('tracking')
  const notify = useNotify()
  const box = useRef<ComponentRef<typeof Input.TextArea>>(null)
  const desired = search.numbers.join('\n')
  const [text, setText] = useState(desired)
  useEffect(() => setText(desired), [desired])
  useKeys({ '/': () => box.current?.focus() })
  const { numbers } = pastedNumbers(text)
  const run = (typed: string) => {
    const { numbers: requested, cut } = pastedNumbers(typed)
    if (cut > 0) notify.warning(t('search.cut', { max: MAX_NUMBERS, cut }))
    search.search(requested)
    setText(requested.join('\n'))
  }
  const [camera, setCamera] = useState(false)
  const add = (no: string) => {
    setCamera(false)
    run([text, no].filter((part) => part.trim() !== '').join('\n'))
  }
  return (
    <form
      role="search"
      className="trk-search"
      onSubmit={(event) => {
        event.preventDefault()
        run(text)
      }}
    >
      <Input.TextArea
        ref={box}
        value={text}
        autoFocus={search.numbers.length === 0}
        autoSize={{ minRows: 2, maxRows: 4 }}
        allowClear
        spellCheck={false}
        aria-label={t('search.label')}
        placeholder={t('search.placeholder')}
        onChange={(event) => setText(event.target.value)}
        onPressEnter={(event) => {
          if (event.shiftKey || event.nativeEvent.isComposing) return
          event.preventDefault()
          run(text)
        }}
        onPaste={(event) => {
          const pasted = event.clipboardData.getData('text')
          if (text.trim() !== '' || pastedNumbers(pasted).numbers.length < 2) return
          event.preventDefault()
          run(pasted)
        }}
      />
      <span className="trk-search-side">
        <CameraButton open={camera} onToggle={() => setCamera(!camera)} />
        <Button
          type="primary"
          htmlType="submit"
          icon={<SearchOutlined />}
          loading={search.searching}
          disabled={numbers.length === 0 && search.numbers.length === 0}
        >
          {t('search.run')}
        </Button>
        <span className="trk-soft" aria-live="polite">
          {t('search.count', { count: numbers.length, max: MAX_NUMBERS })}
        </span>
      </span>
      {camera && (
        <Suspense>
          <CameraScan onScan={add} onClose={() => setCamera(false)} />
        </Suspense>
      )}
    </form>
  )
}
