import { App } from 'antd'
import { useEffect } from 'react'
import { session } from '#contracts/session.ts'
import { call } from '../kit/api.ts'
import { onFailure, verdictOf } from '../kit/failures.ts'
import { textOf } from '../kit/i18n.ts'
import { RequestId } from '../kit/request-id.tsx'
import { setUnsavedDialog } from '../kit/unsaved.ts'
import { currentWho, signOut } from '../kit/who.ts'

/** Specification §8: what is shown for how long, and how soon a lost session ends. */
const SHOWN_S = 4
const RELOAD_AFTER_MS = 1500

/** Many calls fail at once when a session ends; it ends once. */
let ending = false

export async function endSession(afterMs = 0): Promise<void> {
  if (ending) return
  ending = true
  const told = call(session.logout, {}, { quiet: true }).catch(() => undefined)
  await new Promise((resolve) => setTimeout(resolve, afterMs))
  await Promise.race([told, new Promise((resolve) => setTimeout(resolve, 1000))])
  signOut()
  window.location.reload()
}

/** Shows what the error catalogue says about failed calls, whoever made them. */
export function Notices() {
  const { notification, modal } = App.useApp()
  useEffect(() => onFailure((error) => {
    if (ending) return
    const verdict = verdictOf(error, currentWho().token !== null)
    if (verdict.do === 'nothing') return
    if (verdict.do === 'expiredDialog') {
      // Its key is the flag: parallel failures must not stack dialogs.
      ending = true
      return void modal.confirm({
        title: textOf('common', 'failure.expired.title'), content: textOf('common', 'failure.expired.text'),
        okText: textOf('common', 'failure.expired.ok'), cancelButtonProps: { style: { display: 'none' } }, mask: { closable: false }, keyboard: false,
        onOk: async () => { ending = false; await endSession() },
      })
    }
    const wait = verdict.do === 'notice' ? (verdict.wait ?? 0) : 0
    const text = verdict.text === null ? error.message : textOf('common', verdict.text, { wait })
    notification.error({
      // Same words, one notice: a page of ten queries fails ten times.
      key: `${error.status}:${text}`, title: textOf('common', 'failure.title'),
      description: <>{text}{error.requestId && error.status !== 401 && <><br /><RequestId id={error.requestId} /></>}</>,
      duration: Math.max(SHOWN_S, Math.min(wait, 20)), role: 'alert',
    })
    if (verdict.do === 'signOut' && verdict.reload) void endSession(RELOAD_AFTER_MS)
  }), [notification, modal])

  useEffect(() => setUnsavedDialog(() => new Promise((resolve) => {
    modal.confirm({
      title: textOf('shell', 'unsaved.title'), content: textOf('shell', 'unsaved.text'), okText: textOf('shell', 'unsaved.leave'), cancelText: textOf('shell', 'unsaved.stay'),
      okButtonProps: { danger: true }, autoFocusButton: 'cancel', onOk: () => resolve(true), onCancel: () => resolve(false),
    })
  })), [modal])
  return null
}
