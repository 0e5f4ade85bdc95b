import { Button } from 'antd'
import { useEffect, useRef } from 'react'
import { session } from '#contracts/platform/session/session.ts'
import { call } from '../../kit/http/api.ts'
import { withFeedback } from '../../kit/http/feedback.ts'
import { onFailure, failureKindOf } from '../../kit/http/failures.ts'
import { textOf } from '../../kit/text/i18n.ts'
import { RequestId } from '../../kit/http/request-id.tsx'
import { forgetUnsaved, setUnsavedDialog } from '../../kit/platform/unsaved.ts'
import { noteEndedSession } from '../../kit/session/ended-session.ts'
import { currentSession, signOut } from '../../kit/session/session.ts'

/** Specification §8: what is shown for how long, and how soon a lost session ends. */
const SHOWN_S = 4
const RELOAD_AFTER_MS = 1500

async function endSession(afterMs: number): Promise<void> {
  const reported = call(session.logout, {}, { quiet: true }).catch(() => undefined)
  await new Promise((resolve) => setTimeout(resolve, afterMs))
  await Promise.race([reported, new Promise((resolve) => setTimeout(resolve, 1000))])
  // No question whether to leave: what was typed is kept as a draft and is back after signing
  // in.
  forgetUnsaved(null)
  const { user } = currentSession()
  const impersonation = user?.acting !== undefined
  signOut()
  if (user && !impersonation) noteEndedSession(user.username)
  // Impersonation is over: the administrator's own session goes on.
  if (impersonation) (await import('../../kit/platform/impersonation.ts')).restoreOwnSession()
  window.location.reload()
}

/** Shows what the error catalogue has on failed calls, wherever they were made. */
export function Notices() {
  // Many calls fail at once when a session ends; it ends once, and nothing more is shown.
  const ending = useRef(false)
  useEffect(
    () =>
      onFailure((error) => {
        if (ending.current) return
        const verdict = failureKindOf(error, currentSession().token !== null)
        if (verdict.do === 'nothing') return
        if (verdict.do === 'expiredDialog') {
          ending.current = true
          return withFeedback(
            ({ modal }) =>
              void modal.confirm({
                title: textOf('common', 'failure.expired.title'),
                content: textOf('common', 'failure.expired.text'),
                okText: textOf('common', 'failure.expired.ok'),
                cancelButtonProps: { style: { display: 'none' } },
                mask: { closable: false },
                keyboard: false,
                onOk: () => endSession(0),
              }),
          )
        }
        const wait = verdict.do === 'notice' ? (verdict.wait ?? 0) : 0
        const text =
          verdict.text === null ? error.message : textOf('common', verdict.text, { wait })
        // The end of a session is no fault: the sign-in page shows what follows.
        const ends = verdict.do === 'signOut' && verdict.reload
        withFeedback(({ notification }) =>
          notification[ends ? 'info' : 'error']({
            // Same words, one notice: a page of ten queries fails ten times.
            key: `${error.status}:${text}`,
            title: textOf('common', 'failure.title'),
            description: (
              <>
                {text}
                {error.requestId && error.status !== 401 && (
                  <>
                    <br />
                    <RequestId id={error.requestId} />
                  </>
                )}
              </>
            ),
            duration: Math.max(SHOWN_S, Math.min(wait, 20)),
            role: 'alert',
          }),
        )
        if (!ends) return
        ending.current = true
        void endSession(RELOAD_AFTER_MS)
      }),
    [],
  )

  useEffect(
    () =>
      setUnsavedDialog(
        (drafts) =>
          new Promise((resolve) =>
            withFeedback(({ modal }) => {
              const dialog = modal.confirm({
                title: textOf('shell', 'unsaved.title'),
                content: textOf('shell', drafts ? 'unsaved.drafts' : 'unsaved.text'),
                okText: textOf('shell', drafts ? 'unsaved.keep' : 'unsaved.leave'),
                cancelText: textOf('shell', 'unsaved.stay'),
                okButtonProps: { danger: !drafts },
                focusable: { autoFocusButton: 'cancel' },
                onOk: () => resolve(true),
                onCancel: () => resolve(false),
                ...(drafts
                  ? {
                      footer: (buttons) => (
                        <>
                          <Button
                            danger
                            onClick={() => {
                              dialog.destroy()
                              resolve('discard')
                            }}
                          >
                            {textOf('shell', 'unsaved.discard')}
                          </Button>
                          {buttons}
                        </>
                      ),
                    }
                  : {}),
              })
            }),
          ),
      ),
    [],
  )
  return null
}
