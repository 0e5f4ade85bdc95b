import { useParams } from 'react-router'
import { apiDocs } from '#contracts/platform/operations/api-docs.ts'
import { isId } from '#contracts/kit/envelope.ts'
import { useApi } from '../../../kit/http/query.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { ApiCalls } from './ApiDocs.screen.tsx'

/**
 * What one of the reader's keys opens, or before there is one what a key could: every call with an
 * example, and the file for a program.
 */
export default function KeyDocs() {
  const { id = '' } = useParams()
  const t = useT('api-docs')
  const keyId = isId(id) ? id : null
  const answer = useApi(apiDocs.ofKey, keyId === null ? {} : { keyId }, {
    staleTime: Infinity,
    quiet: true,
  })
  return <ApiCalls answer={answer} heading={t(keyId === null ? 'ofKeys' : 'ofKey')} />
}
