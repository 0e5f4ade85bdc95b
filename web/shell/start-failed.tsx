import { Component, useEffect, useState, type ReactNode } from 'react'
import { chosenLang } from '../kit/text/lang.ts'
import { handleMissingFile, isMissingFile } from './stale-build.ts'

// Written out here: the texts may be what could not be fetched, and antd has not come yet.
const WORDS = {
  zh_CN: {
    reloading: '系统已更新，正在加载新版本…',
    reload: '系统已更新，请刷新页面。',
    unreachable: '页面无法加载，请检查网络连接后重试。',
    broken: '页面出错了，请刷新重试。',
    button: '刷新页面',
  },
  en_US: {
    reloading: 'There is a new version. Loading it…',
    reload: 'There is a new version. Reload the page.',
    unreachable: 'The page could not be loaded. Check your connection and try again.',
    broken: 'The page failed. Reload it and try again.',
    button: 'Reload',
  },
}

/**
 * Where the page could not even begin; shows why and leads on. A new version is taken up by itself,
 * once.
 */
export function StartFailed({ error }: { error: unknown }) {
  const words = WORDS[chosenLang()]
  const [why, setWhy] = useState<'reloading' | 'reload' | 'unreachable' | 'broken' | null>(
    isMissingFile(error) ? null : 'broken',
  )
  useEffect(() => {
    if (isMissingFile(error)) void handleMissingFile().then(setWhy)
  }, [error])
  return (
    <main className="py-start-failed" role="alert">
      {why && <p>{words[why]}</p>}
      {why && why !== 'reloading' && (
        <button type="button" onClick={() => window.location.reload()}>
          {words.button}
        </button>
      )}
    </main>
  )
}

/** The last net: what falls through every other one still leaves words on the page. */
export class StartBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state: { error: unknown } = { error: null }
  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error: error ?? new Error('nothing') }
  }
  override render(): ReactNode {
    return this.state.error === null ? (
      this.props.children
    ) : (
      <StartFailed error={this.state.error} />
    )
  }
}
