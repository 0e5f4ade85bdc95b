import { LockOutlined, TagsOutlined, UnlockOutlined } from '@ant-design/icons'
import { Modal } from 'antd'
import { useId, useState } from 'react'
import { sorting, type GateRow } from '#contracts/depot/sorting.ts'
import { ChoiceInput } from '../../../kit/form/choices/choice-input.tsx'
import { useApi } from '../../../kit/http/query.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { Num } from '../../../kit/platform/cells.tsx'
import { Empty } from '../../../kit/platform/empty.tsx'
import { StatusTag } from '../../../kit/platform/status-tag.tsx'
import { useCan } from '../../../kit/session/permissions.tsx'
import { DataTable, type Column } from '../../../kit/table/data-table.tsx'
import { RowActions } from '../../../kit/table/row-actions.tsx'
import { useT } from '../../../kit/text/i18n.ts'

/** The gates of the depot with their counters: opened, closed and re-routed by those who may. */
export function GatesTable({ gates }: { gates: readonly GateRow[] }) {
  const t = useT('sorting')
  const may = useCan(sorting.switchGate)
  const [closing, setClosing] = useState<GateRow | null>(null)
  const [serving, setServing] = useState<GateRow | null>(null)
  const open = useAction(sorting.switchGate, { success: false })
  const number = (key: 'sent' | 'inside' | 'today' | 'wrong'): Column<GateRow> => ({
    key,
    title: t(`gates.${key}`),
    width: 96,
    align: 'right',
    render: (row) => <Num value={row[key]} />,
  })
  const columns: Column<GateRow>[] = [
    {
      key: 'code',
      title: t('gate'),
      width: 150,
      card: 'title',
      render: (row) => (
        <>
          <b>{row.code}</b> {row.name}
        </>
      ),
    },
    {
      key: 'state',
      title: t('gates.state'),
      width: 150,
      render: (row) =>
        row.closedAt ? (
          <StatusTag tone="warning">
            {[t('gates.closed'), row.rerouteCode && t('gates.goesTo', { gate: row.rerouteCode })]
              .filter(Boolean)
              .join(' ')}
          </StatusTag>
        ) : (
          <StatusTag tone="done">
            {t(row.direction === '3' ? 'direction.3' : 'gates.open')}
          </StatusTag>
        ),
    },
    number('sent'),
    number('inside'),
    number('today'),
    number('wrong'),
    {
      key: 'services',
      title: t('gates.services'),
      width: 200,
      render: (row) => row.services.map(({ name }) => name).join(', '),
    },
  ]
  return (
    <>
      <DataTable<GateRow>
        label={t('gates')}
        columns={columns}
        rows={gates}
        keys={false}
        empty={<Empty kind="nothing" title={t('gates.none')} />}
        actionsWidth={96}
        {...(may
          ? {
              actions: (row: GateRow) => (
                <RowActions
                  actions={[
                    row.closedAt
                      ? {
                          key: 'open',
                          label: t('open'),
                          icon: <UnlockOutlined />,
                          onClick: () =>
                            void open.run({ id: row.id, version: row.version, open: true }),
                        }
                      : {
                          key: 'close',
                          label: t('close'),
                          icon: <LockOutlined />,
                          onClick: () => setClosing(row),
                        },
                    ...(row.direction === '1'
                      ? [
                          {
                            key: 'services',
                            label: t('services'),
                            icon: <TagsOutlined />,
                            onClick: () => setServing(row),
                          },
                        ]
                      : []),
                  ]}
                />
              ),
            }
          : {})}
      />
      {closing && <CloseGate gate={closing} gates={gates} onClose={() => setClosing(null)} />}
      {serving && <GateServices gate={serving} onClose={() => setServing(null)} />}
    </>
  )
}

function CloseGate({
  gate,
  gates,
  onClose,
}: {
  gate: GateRow
  gates: readonly GateRow[]
  onClose: () => void
}) {
  const t = useT('sorting')
  const id = useId()
  const [to, setTo] = useState<string | null>(null)
  const close = useAction(sorting.switchGate, {
    success: t('gates.shut', { gate: gate.code }),
    onDone: onClose,
  })
  const options = gates
    .filter((one) => one.id !== gate.id && one.direction === '1' && one.closedAt === null)
    .map(({ id: value, code, name }) => ({
      value,
      label: [code, name].filter(Boolean).join(' · '),
    }))
  return (
    <Modal
      open
      title={t('close.title', { gate: gate.code })}
      onCancel={onClose}
      onOk={() =>
        void close.run({ id: gate.id, version: gate.version, open: false, rerouteId: to })
      }
      okText={t('close.ok')}
      cancelText={t('action.cancel')}
      okButtonProps={{ danger: true, loading: close.busy }}
      destroyOnHidden
    >
      <label htmlFor={id}>{t('close.reroute')}</label>
      <ChoiceInput
        id={id}
        value={to}
        options={options}
        placeholder={t('close.exceptions')}
        onChange={(next) => setTo(typeof next === 'string' ? next : null)}
      />
    </Modal>
  )
}

function GateServices({ gate, onClose }: { gate: GateRow; onClose: () => void }) {
  const t = useT('sorting')
  const id = useId()
  const [chosen, setChosen] = useState<readonly string[]>(gate.services.map((one) => one.id))
  const all = useApi(sorting.services, {})
  const save = useAction(sorting.saveServices, { success: t('services.saved'), onDone: onClose })
  return (
    <Modal
      open
      title={t('services.title', { gate: gate.code })}
      onCancel={onClose}
      onOk={() => void save.run({ id: gate.id, serviceIds: [...chosen] })}
      okText={t('services.save')}
      cancelText={t('action.cancel')}
      okButtonProps={{ loading: save.busy }}
      destroyOnHidden
    >
      <label htmlFor={id}>{t('services')}</label>
      <ChoiceInput
        id={id}
        many
        value={chosen}
        loading={all.isFetching}
        options={(all.data ?? []).map(({ id: value, code, name }) => ({
          value,
          label: `${code} · ${name}`,
        }))}
        onChange={(next) => setChosen(Array.isArray(next) ? (next as readonly string[]) : [])}
      />
      <p className="py-hint">{t('services.hint')}</p>
    </Modal>
  )
}
