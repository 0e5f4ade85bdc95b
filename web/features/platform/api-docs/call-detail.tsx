import { CopyOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { copyText } from '../../../kit/text/clipboard.ts'
import { useLang, useT } from '../../../kit/text/i18n.ts'
import { useNotify } from '../../../kit/http/notify.tsx'
import {
  bodyOf,
  isFile,
  oneOfNames,
  parametersOf,
  resultOf,
  type ApiCall,
  type ApiDocument,
} from './api-document.ts'
import { curlOf } from './curl.ts'
import { limitsOf, typeName } from './schema-rows.ts'
import { Limits, Required, SchemaTree } from './schema-tree.tsx'

/** One call: who may make it, what it takes, what it answers, and a command line to try it with. */
export function CallDetail({ document, call }: { document: ApiDocument; call: ApiCall }) {
  const t = useT('api-docs')
  const lang = useLang()
  const notify = useNotify()
  const { operation } = call
  const parameters = parametersOf(document, operation)
  const body = bodyOf(operation)
  const result = resultOf(operation)
  const either = body && oneOfNames(body.schema)
  const curl = curlOf(document, call, window.location.origin, lang)
  const copy = async (text: string) => {
    if (await copyText(text)) notify.success(t('action.copied'))
    else notify.warning(t('copyFailed'))
  }
  return (
    <article className="api-detail" aria-label={`${call.method} ${call.path}`}>
      <h2>
        <Method name={call.method} /> <code>{call.path}</code>{' '}
        <Button
          size="small"
          type="text"
          icon={<CopyOutlined />}
          aria-label={t('copyPath')}
          title={t('copyPath')}
          onClick={() => void copy(call.path)}
        />
      </h2>
      {operation.description?.split('\n').map((line) => (
        <p key={line}>{line}</p>
      ))}
      <p className="api-access">
        {t(`access.${operation['x-access']}`)}
        {operation['x-permission']?.map((code) => (
          <code key={code}>{code}</code>
        ))}
      </p>
      {parameters.length > 0 && (
        <section>
          <h3>{t('parameters')}</h3>
          <div className="api-scroll">
            <table className="api-table">
              <thead>
                <tr>
                  <th>{t('name')}</th>
                  <th>{t('place')}</th>
                  <th>{t('type')}</th>
                  <th>{t('limits')}</th>
                </tr>
              </thead>
              <tbody>
                {parameters.map((one) => (
                  <tr key={`${one.in} ${one.name}`}>
                    <td>
                      <code>{one.name}</code>
                      {one.required && <Required />}
                    </td>
                    <td className="api-place">{t(`in.${one.in}`)}</td>
                    <td>
                      <code className="api-kind">{typeName(document, one.schema ?? {})}</code>
                    </td>
                    <td>
                      <Limits of={limitsOf(one.schema ?? {})} />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </section>
      )}
      {body && (
        <section>
          <h3>
            {t('body')} <small>{body.type}</small>
          </h3>
          {either && <p>{t('body.oneOf', { names: either.join(t('list.comma')) })}</p>}
          <SchemaTree document={document} schema={body.schema} label={t('body')} />
        </section>
      )}
      <section>
        <h3>
          {t('result')} <small>{isFile(operation) ? t('result.file') : t('result.envelope')}</small>
        </h3>
        {result && <SchemaTree document={document} schema={result} label={t('result')} />}
      </section>
      <section>
        <h3>
          curl{' '}
          <Button size="small" icon={<CopyOutlined />} onClick={() => void copy(curl)}>
            {t('action.copy')}
          </Button>
        </h3>
        <pre className="api-curl" tabIndex={0}>
          {curl}
        </pre>
      </section>
    </article>
  )
}

export function Method({ name }: { name: string }) {
  return (
    <span className="api-method" data-method={name}>
      {name}
    </span>
  )
}
