import { Button, Modal, Skeleton } from 'antd'
import { useState } from 'react'
import type { GrantNode } from '#contracts/platform/access/permissions.nodes.ts'
import { Empty, ErrorNote } from '../../../kit/platform/empty.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { useGrantRules, type GrantTarget } from './grant-targets.ts'
import { useRuleTexts } from './rule-texts.ts'

/**
 * Which of a screen's rules narrow this grant. All ticked ones hold together, with those of every
 * other grant.
 */
export default function RuleChoice({
  target,
  node,
  onClose,
}: {
  target: GrantTarget
  node: GrantNode
  onClose: () => void
}) {
  const t = useT('permissions')
  const words = useRuleTexts()
  const found = useGrantRules(target, node.key)
  const [edited, setEdited] = useState<ReadonlySet<string> | null>(null)
  const checked = edited ?? new Set(found.checked)
  const save = async () => {
    if ((await found.save([...checked])).ok) onClose()
  }
  return (
    <Modal
      open
      title={t('choice.title', { name: node.label })}
      onCancel={onClose}
      destroyOnHidden
      footer={[
        <Button key="no" onClick={onClose}>
          {t('action.cancel')}
        </Button>,
        <Button
          key="ok"
          type="primary"
          loading={found.busy}
          disabled={found.rules === null}
          onClick={() => void save()}
        >
          {t('action.save')}
        </Button>,
      ]}
    >
      {found.error ? (
        <ErrorNote error={found.error} />
      ) : !found.rules ? (
        <Skeleton active />
      ) : found.rules.length === 0 ? (
        <Empty kind="nothing" />
      ) : (
        <>
          <p className="perm-note">{t('choice.note')}</p>
          <ul className="perm-rules">
            {found.rules.map((rule) => (
              <li key={rule.id}>
                <label className="perm-tick">
                  <input
                    type="checkbox"
                    checked={checked.has(rule.id)}
                    onChange={(event) =>
                      setEdited(
                        new Set(
                          event.target.checked
                            ? [...checked, rule.id]
                            : [...checked].filter((id) => id !== rule.id),
                        ),
                      )
                    }
                  />
                  <span>
                    {rule.ruleName}
                    {rule.status === '0' && <em> {t('rule.off')}</em>}
                    <small>{words(rule)}</small>
                  </span>
                </label>
              </li>
            ))}
          </ul>
        </>
      )}
    </Modal>
  )
}
