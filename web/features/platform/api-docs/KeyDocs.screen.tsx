import { useParams } from 'react-router'
import { apiDocs } from '#contracts/platform/operations/api-docs.ts'
import { useApi } from '../../../kit/http/query.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { ApiCalls } from './ApiDocs.screen.tsx'

/** What one of the reader's keys opens: every call with an example, and the file for a program. */
export default function KeyDocs() {
  const { id = '' } = useParams()
  const t = useT('api-docs')
  const answer = useApi(apiDocs.ofKey, { keyId: id }, { staleTime: Infinity, quiet: true })
  return <ApiCalls answer={answer} heading={t('ofKey')} />
}
