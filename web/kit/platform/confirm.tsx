import type { ReactNode } from 'react'
import { ReasonField } from './reason-field.tsx'
import { withFeedback } from '../http/feedback.ts'
import { useT } from '../text/i18n.ts'

export interface Question {
  /** Effect and count: "Delete 3 consignees". Also the button's word unless `ok` differs. */
  title: string
  ok?: string
  /** The word on the way out where it is not "back" ("keep the order"). */
  dismiss?: string
  content?: ReactNode
  /** What it happens to; the first ten are listed, the rest can be opened. */
  names?: readonly string[]
  danger?: boolean
  /** Asks for a reason and refuses an empty one. */
  reason?: boolean
  /** The reason may be left out. */
  reasonOptional?: boolean
  /** What is asked for in its place: a remark. */
  reasonLabel?: string
  /** The usual reasons, one press each; the words can still be changed. */
  reasons?: readonly string[]
}

/** The first ten are listed, the rest can be opened. */
export function Names({ names }: { names: readonly string[] }) {
  const t = useT()
  if (names.length === 0) return null
  return (
    <ul className="py-names">
      {names.slice(0, 10).map((name, at) => (
        <li key={at}>{name}</li>
      ))}
      {names.length > 10 && (
        <li>
          <details>
            <summary>{t('confirm.andMore', { count: names.length - 10 })}</summary>
            <ul>
              {names.slice(10).map((name, at) => (
                <li key={at}>{name}</li>
              ))}
            </ul>
          </details>
        </li>
      )}
    </ul>
  )
}

/**
 * Asks before something that cannot simply be taken back. Answers the reason ('' where none is
 * asked), or null.
 */
export function useConfirm(): (question: Question) => Promise<string | null> {
  const t = useT()
  return (question) =>
    new Promise((resolve) =>
      withFeedback(({ modal }) => {
        let reason = ''
        const dialog = modal.confirm({
          title: question.title,
          icon: null,
          content: (
            <>
              {question.content}
              <Names names={question.names ?? []} />
              {question.reason && (
                <ReasonField
                  usual={question.reasons ?? []}
                  label={question.reasonLabel}
                  onChange={(text) => {
                    reason = text.trim()
                    dialog.update({
                      okButtonProps: {
                        danger: question.danger ?? false,
                        disabled: !question.reasonOptional && reason === '',
                      },
                    })
                  }}
                />
              )}
            </>
          ),
          okText: question.ok ?? question.title,
          cancelText: question.dismiss ?? t('action.back'),
          okButtonProps: {
            danger: question.danger ?? false,
            disabled: question.reason === true && !question.reasonOptional,
          },
          focusable: {
            autoFocusButton: question.reason ? null : question.danger ? 'cancel' : 'ok',
          },
          onOk: () => resolve(reason),
          onCancel: () => resolve(null),
        })
      }),
    )
}
