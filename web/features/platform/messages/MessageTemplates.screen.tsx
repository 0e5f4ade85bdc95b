import { BookOutlined } from '@ant-design/icons'
import { Button, Skeleton } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { messageTemplateList } from '#contracts/platform/messaging/message-templates.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { useRightsCheck } from '../../../kit/session/permissions.tsx'
import { ResourceScreen } from '../../../kit/resource/resource-screen.tsx'
import { BodyInput } from './body-input.tsx'
import type { Beginning } from './built-in-drawer.tsx'

const TemplatePreview = lazy(() => import('./template-preview.tsx'))
const BuiltInDrawer = lazy(() => import('./built-in-drawer.tsx'))
const TemplateDrawer = lazy(() => import('./template-drawer.tsx'))
const INPUTS = {
  templateContent: (props: Parameters<typeof BodyInput>[0]) => <BodyInput {...props} />,
  templateContentEn: (props: Parameters<typeof BodyInput>[0]) => <BodyInput {...props} />,
}

/**
 * The words of messages in both languages; the product's own stand behind a button and give way to
 * the tenant's.
 */
export default function MessageTemplates() {
  const t = useT('messages')
  const may = useRightsCheck()
  const [browsing, setBrowsing] = useState(false)
  const [beginning, setBeginning] = useState<Beginning | null>(null)
  return (
    <>
      <ResourceScreen
        of={messageTemplateList}
        columns={[
          'templateCode',
          'templateName',
          'templateType',
          'subject',
          'enabled',
          'updateTime',
        ]}
        inputs={INPUTS}
        toolbar={() => (
          <Button icon={<BookOutlined />} onClick={() => setBrowsing(true)}>
            {t('tpl.builtIn.open')}
          </Button>
        )}
        aside={(row) => (
          <Suspense fallback={<Skeleton active />}>
            <TemplatePreview row={row} />
          </Suspense>
        )}
      />
      <Suspense>
        {browsing && (
          <BuiltInDrawer
            onClose={() => setBrowsing(false)}
            onOverride={
              may('sys:msgtpl:add')
                ? (words) => {
                    setBrowsing(false)
                    setBeginning(words)
                  }
                : null
            }
          />
        )}
        {beginning && (
          <TemplateDrawer
            beginning={beginning}
            inputs={INPUTS}
            onClose={() => setBeginning(null)}
          />
        )}
      </Suspense>
    </>
  )
}
