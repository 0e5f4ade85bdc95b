import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { accountSecurity } from '#contracts/platform/session/account-security.ts'
import { formatDay } from '../../../kit/text/formats.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { StatusTag } from '../../../kit/platform/status-tag.tsx'
import { useAction } from '../../../kit/http/use-action.ts'
import { Section } from './settings-page.tsx'

const TotpDialog = lazy(() => import('./totp-dialog.tsx'))
const TotpOff = lazy(() => import('./totp-off.tsx'))
const RecoveryCodes = lazy(() => import('./recovery-codes.tsx'))
/** So few left that one should make new ones. */
const FEW = 3

/**
 * The second proof at the sign-in: put in force, taken back, and the codes for the day the phone is
 * lost.
 */
export function SecondFactor({
  totp,
}: {
  totp: { on: boolean; since: string | null; codesLeft: number }
}) {
  const t = useT('account')
  const [dialog, setDialog] = useState<'begin' | 'end' | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const fresh = useAction(accountSecurity.newCodes, {
    success: false,
    onDone: (made) => setCodes(made.codes),
  })
  return (
    <Section
      title={t('totp.title')}
      note={t('totp.note')}
      actions={
        totp.on ? (
          <>
            <Button loading={fresh.busy} onClick={() => void fresh.run({})}>
              {t('totp.codes.new')}
            </Button>
            <Button danger onClick={() => setDialog('end')}>
              {t('totp.end')}
            </Button>
          </>
        ) : (
          <Button type="primary" onClick={() => setDialog('begin')}>
            {t('totp.begin')}
          </Button>
        )
      }
    >
      <div className="acc-line">
        <StatusTag tone={totp.on ? 'done' : 'idle'}>
          {t(totp.on ? 'totp.on' : 'totp.off')}
        </StatusTag>
        {totp.on && <span>{t('totp.since', { day: formatDay(totp.since) })}</span>}
        {totp.on && (
          <StatusTag tone={totp.codesLeft <= FEW ? 'warning' : 'idle'}>
            {t('totp.codesLeft', { count: totp.codesLeft })}
          </StatusTag>
        )}
      </div>
      <Suspense>
        {dialog === 'begin' && (
          <TotpDialog
            onClose={() => setDialog(null)}
            onCodes={(made) => {
              setDialog(null)
              setCodes(made)
            }}
          />
        )}
        {dialog === 'end' && <TotpOff onClose={() => setDialog(null)} />}
        {codes && <RecoveryCodes codes={codes} onClose={() => setCodes(null)} />}
      </Suspense>
    </Section>
  )
}
