import { Alert } from 'antd'
import type { InvoiceDetail } from '#contracts/money/invoices.parts.ts'
import { useT } from '../../../kit/text/i18n.ts'

/** What keeps a draft from being issued, or an invoice from being an electronic one. */
export function InvoiceWarnings({
  of: { problems, plainRules, needsXml },
}: {
  of: Pick<InvoiceDetail, 'problems' | 'plainRules' | 'needsXml'>
}) {
  const t = useT('invoices')
  return (
    <>
      {problems.length > 0 && (
        <Alert
          type="warning"
          showIcon
          title={t('problems')}
          description={
            <ul className="inv-problems">
              {problems.map((code) => (
                <li key={code}>{t(`error.${code}`, { count: '' })}</li>
              ))}
            </ul>
          }
        />
      )}
      {plainRules.length > 0 && (
        <Alert
          type={needsXml ? 'warning' : 'info'}
          showIcon
          title={t(needsXml ? 'plain.needed' : 'plain')}
          description={
            <ul className="inv-problems">
              {plainRules.map((rule) => (
                <li key={rule}>{rule}</li>
              ))}
            </ul>
          }
        />
      )}
    </>
  )
}
