import { Button, Skeleton } from 'antd'
import { useId, useState } from 'react'
import { Link } from 'react-router'
import { routing } from '#contracts/commercial/zones/routing.ts'
import { depotDesk, GATES_MAX } from '#contracts/parties/depot-desk.ts'
import { depotGates } from '#contracts/parties/depot-gates.ts'
import type { Out } from '#contracts/kit/endpoint.ts'
import type { RowOf } from '#contracts/kit/entity.ts'
import type { Page } from '#contracts/kit/page.ts'
import { newLineKey, type Line } from '../../../kit/form/lines/lines.ts'
import { useUnsaved } from '../../../kit/platform/unsaved.ts'
import { useApi } from '../../../kit/http/query.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { ErrorNote } from '../../../kit/platform/empty.tsx'
import { listOf } from '../../../kit/resource/resource-screen-props.ts'
import { useCan } from '../../../kit/session/permissions.tsx'
import { RowGrid } from '../../../kit/table/row-grid/row-grid.tsx'
import { useDict } from '../../../kit/http/dict.ts'
import { useT } from '../../../kit/text/i18n.ts'

type Row = RowOf<typeof depotGates>
type Missing = Out<typeof routing.gateCheck>['missing']
export interface GateLine extends Line {
  id: string | null
  code: string
  name: string
  direction: string
  sortCodes: string
  enabled: string
  remark: string
}
const blank = (): GateLine => ({
  lineKey: newLineKey(),
  id: null,
  code: '',
  name: '',
  direction: '1',
  sortCodes: '',
  enabled: '1',
  remark: '',
})
const isBlank = ({ id, code, name, sortCodes, remark }: GateLine) =>
  id === null && `${code}${name}${sortCodes}${remark}`.trim() === ''
const lineOf = (row: Row): GateLine => ({
  lineKey: newLineKey(),
  id: row.id,
  code: row.code ?? '',
  name: row.name ?? '',
  direction: row.direction ?? '1',
  sortCodes: row.sortCodes ?? '',
  enabled: row.enabled ? '1' : '0',
  remark: row.remark ?? '',
})

/** Gates of a depot, and those routing names that it does not have. */
export function GatesPart({ depotId, version }: { depotId: string; version: number }) {
  const query = { depotId, pageNo: 1, pageSize: 200, column: 'code', order: 'asc' }
  const page = (pageNo: number) => ({ ...query, pageNo })
  const call = listOf(depotGates)
  const first = useApi(call, page(1), { staleTime: 0 })
  const total = (first.data as Page<Row> | undefined)?.total ?? 0
  const second = useApi(call, page(2), { staleTime: 0, enabled: total > 200 })
  const third = useApi(call, page(3), { staleTime: 0, enabled: total > 400 })
  const check = useApi(routing.gateCheck, { depotId }, { staleTime: 0, quiet: true })
  const failed = [first, second, third].find((one) => one.error && !one.data)
  if (failed) return <ErrorNote error={failed.error!} retry={() => void failed.refetch()} />
  const wanted = [first, ...(total > 200 ? [second] : []), ...(total > 400 ? [third] : [])]
  if (wanted.some((one) => !one.data || one.isFetching)) return <Skeleton active />
  const rows = wanted.flatMap((one) => (one.data as Page<Row>).records)
  return (
    <GateEditor
      key={`${version} ${rows.map((row) => `${row.id}.${row.version}`).join()}`}
      depotId={depotId}
      version={version}
      rows={rows}
      missing={check.data?.missing ?? null}
    />
  )
}

export function GateEditor({
  depotId,
  version,
  rows,
  missing,
}: {
  depotId: string
  version: number
  rows: readonly Row[]
  missing: Missing | null
}) {
  const t = useT('depots')
  const id = useId()
  const uses = useDict('gate_direction')
  const edit = useCan(depotDesk.saveGates)
  const [lines, setLines] = useState<readonly GateLine[]>(() => rows.map(lineOf))
  const [changed, setChanged] = useState(false)
  const saved = useUnsaved(changed)
  const save = useAction(depotDesk.saveGates, { ownRefusals: true, onDone: () => saved() })
  const change = (next: readonly GateLine[]) => {
    setLines(next)
    setChanged(true)
  }
  const filled = lines.filter((line) => !isBlank(line))
  const known = new Set(filled.map(({ code }) => code.trim()))
  const left = (missing ?? []).filter(({ gate }) => !known.has(gate))
  const addMissing = () =>
    change([
      ...filled,
      ...left.map(({ gate, sortCodes }) => ({
        ...blank(),
        code: gate,
        sortCodes: sortCodes.join(', '),
      })),
    ])
  const submit = () =>
    save.run({
      depotId,
      version,
      gates: filled.map((line) => ({
        id: line.id,
        code: line.code,
        name: line.name || null,
        direction: line.direction,
        sortCodes: line.sortCodes || null,
        enabled: line.enabled === '1',
        remark: line.remark || null,
      })),
    })
  // Refusals count lines that were sent; blank ones between them were not.
  const issues = Object.fromEntries(
    (save.error?.issues ?? []).map(({ path, message }) => {
      const [, at = '', field = ''] = path.split('.')
      const line = filled[Number(at)]
      return [`${line ? lines.indexOf(line) : at}.${field}`, message]
    }),
  )
  const yesNo = [
    { value: '1', label: t('value.yes') },
    { value: '0', label: t('value.no') },
  ]
  return (
    <div className="py-desk-part">
      {missing && (
        <div className="py-desk-band" {...(left.length > 0 ? { 'data-bad': true } : {})}>
          {left.length === 0 ? (
            t('gates.none')
          ) : (
            <>
              <strong>{t('gates.missing', { count: left.length })}</strong>{' '}
              {edit && (
                <Button size="small" onClick={addMissing}>
                  {t('gates.add')}
                </Button>
              )}
              <ul className="dpt-missing">
                {left.map(({ gate, rows: count, tables, elsewhere }) => (
                  <li key={gate}>
                    {t('gates.missing.row', { gate, rows: count, tables: tables.join(', ') })}
                    {elsewhere.length > 0 &&
                      ` · ${t('gates.missing.elsewhere', { depots: elsewhere.join(', ') })}`}
                  </li>
                ))}
              </ul>
            </>
          )}
        </div>
      )}
      <p className="py-hint">
        {t('gates.hint')} {t('gates.effect')}
      </p>
      <RowGrid<GateLine>
        id={`${id}-gates`}
        label={t('part.gates')}
        columns={[
          { key: 'code', title: t('gates.code'), width: 110, max: 24, required: true },
          { key: 'name', title: t('gates.name'), width: 150, max: 60 },
          {
            key: 'direction',
            title: t('gates.direction'),
            width: 110,
            choices: uses.map(({ value, text }) => ({ value, label: text })),
          },
          { key: 'sortCodes', title: t('gates.sortCodes'), width: 260, max: 1000 },
          { key: 'enabled', title: t('gates.enabled'), width: 80, choices: yesNo },
          { key: 'remark', title: t('gates.remark'), width: 160, max: 200 },
        ]}
        rows={lines}
        onChange={change}
        blank={blank}
        copy={(line) => ({ ...line, lineKey: newLineKey(), id: null, code: '' })}
        max={GATES_MAX}
        issues={issues}
        showsRefusals
        disabled={!edit}
      />
      <div className="py-desk-bar">
        {edit && (
          <Button
            type="primary"
            loading={save.busy}
            disabled={!changed}
            onClick={() => void submit()}
          >
            {t('action.save')}
          </Button>
        )}
        <Link to={`/delivery/depot-gates?depotId=${depotId}`}>{t('gates.sheet')}</Link>
      </div>
    </div>
  )
}
