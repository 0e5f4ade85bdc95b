import { Button, Checkbox, Input } from 'antd'
import { useId, useState } from 'react'
import { cannedReplies } from '#contracts/returns/cases/canned-replies.ts'
import type { CaseDetail } from '#contracts/returns/cases/cases.ts'
import {
  COMMENT_MAX,
  READERS,
  type CaseStatus,
  type Reader,
} from '#contracts/returns/cases/cases.states.ts'
import { comments } from '#contracts/returns/cases/comments.ts'
import { ChoiceInput } from '../../../kit/form/choices/choice-input.tsx'
import { DictSelect } from '../../../kit/form/choices/dict-select.tsx'
import { Segments } from '../../../kit/form/segments.tsx'
import { useApi } from '../../../kit/http/query.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { useUnsaved } from '../../../kit/platform/unsaved.ts'
import { useRightsCheck } from '../../../kit/session/permissions.tsx'
import { useLang, useT } from '../../../kit/text/i18n.ts'
import { CommentFiles, useCommentFiles } from './comment-files.tsx'

type Box = 'comment' | 'note' | 'carrier'

/** Where one writes: the box and its button name who will read it. */
export function AnswerBox({ one }: { one: CaseDetail }) {
  const t = useT('cases')
  const staff = one.may.includes('handle')
  const boxes: Box[] = [
    ...(one.may.includes('comment') ? (['comment'] as const) : []),
    ...(one.may.includes('note') ? (['note', 'carrier'] as const) : []),
  ]
  const [box, setBox] = useState<Box>(boxes[0] ?? 'comment')
  const [opened, setOpened] = useState<readonly Box[]>([box])
  const label = (value: Box) => t(value === 'comment' && !staff ? 'box.customer' : `box.${value}`)
  return (
    <section className="case-box" data-kind={box} aria-label={label(box)}>
      {boxes.length > 1 && (
        <Segments
          options={boxes.map((value) => ({ value, label: label(value) }))}
          value={box}
          onChange={(next) => {
            setBox(next)
            setOpened((now) => [...new Set([...now, next])])
          }}
          aria-label={t('box')}
        />
      )}
      {/* What was begun for one reader is there again, and goes to no other. */}
      {opened.map((value) => (
        <div key={value} hidden={value !== box} className="case-writing">
          <Writing box={value} one={one} staff={staff} label={label(value)} />
        </div>
      ))}
    </section>
  )
}

function Writing(props: { box: Box; one: CaseDetail; staff: boolean; label: string }) {
  const { box, one, staff, label } = props
  const t = useT('cases')
  const id = useId()
  const files = useCommentFiles()
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState<CaseStatus | null>()
  // An answer to an open case leaves the next step to the customer, and meets the time to answer.
  const waits = box === 'comment' && staff && one.status === 'open'
  const usual = waits && one.moves.includes('waitingCustomer') ? 'waitingCustomer' : null
  const status = chosen === undefined ? usual : chosen
  const [mentions, setMentions] = useState<readonly string[]>([])
  const [to, setTo] = useState('')
  const names = { customer: one.customerName, contact: one.contact }
  const there = READERS.filter((reader) => names[reader] !== null)
  const [readers, setReaders] = useState<readonly Reader[]>(there.slice(0, 1))
  const named = readers.map((reader) => names[reader]).join(', ')
  const add = useAction(comments.add, {
    success: () => t('sent.to', { name: staff ? named : t('team') }),
  })
  const note = useAction(comments.addInternal)
  const mail = useAction(comments.mail, {
    success: (_, sent) => t('sent.to', { name: sent.to }),
  })
  const saved = useUnsaved(text.trim() !== '')
  const busy = add.busy || note.busy || mail.busy
  const isReady =
    text.trim() !== '' &&
    !busy &&
    !files.busy &&
    !(box === 'carrier' && to.trim() === '') &&
    !(box === 'comment' && staff && readers.length === 0)
  const send = async () => {
    const body = { caseId: one.id, text: text.trim() }
    const done =
      box === 'comment'
        ? await add.run({
            ...body,
            files: files.paths,
            ...(staff ? { to: [...readers] } : {}),
            ...(status ? { status } : {}),
          })
        : box === 'note'
          ? await note.run({
              ...body,
              files: files.paths,
              ...(mentions.length > 0 ? { mentions: [...mentions] } : {}),
            })
          : await mail.run({ ...body, to: to.trim() })
    if (!done.ok) return
    saved()
    setText('')
    setChosen(undefined)
    setMentions([])
    files.clear()
  }
  const who =
    box === 'comment'
      ? staff
        ? t('send.customer', { name: named })
        : t('send.team')
      : t(box === 'note' ? 'send.note' : 'send.carrier')
  return (
    <>
      {box === 'comment' && staff && (
        <Canned
          type={one.type}
          onPick={(words) => setText((now) => (now ? `${now}\n${words}` : words))}
        />
      )}
      {box === 'carrier' && (
        <Input
          type="email"
          aria-label={t('to')}
          placeholder={t('to')}
          value={to}
          maxLength={200}
          onChange={(event) => setTo(event.target.value)}
        />
      )}
      <label htmlFor={id}>{label}</label>
      <Input.TextArea
        id={id}
        value={text}
        maxLength={COMMENT_MAX}
        autoSize={{ minRows: 3, maxRows: 14 }}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && isReady) void send()
        }}
      />
      {box !== 'carrier' && <CommentFiles files={files} />}
      {box === 'note' && <Mentions value={mentions} onChange={setMentions} />}
      {box === 'comment' && one.moves.length > 0 && (
        <>
          <label htmlFor={`${id}-status`}>{t('status.after')}</label>
          <DictSelect
            id={`${id}-status`}
            code="case_status"
            only={one.moves}
            value={status}
            placeholder={t('status.stays')}
            onChange={(value) => setChosen((value as CaseStatus | null) ?? null)}
          />
        </>
      )}
      {box === 'comment' && staff && there.length > 1 && (
        <Checkbox.Group
          aria-label={t('readers')}
          options={there.map((reader) => ({ value: reader, label: names[reader] }))}
          value={[...readers]}
          onChange={(next) => setReaders(READERS.filter((reader) => next.includes(reader)))}
        />
      )}
      <Button
        type="primary"
        loading={busy}
        disabled={!isReady && !busy}
        onClick={() => void send()}
      >
        {who}
      </Button>
    </>
  )
}

function Mentions(props: { value: readonly string[]; onChange: (ids: readonly string[]) => void }) {
  const t = useT('cases')
  const staff = useApi(comments.staff, {})
  return (
    <ChoiceInput
      many
      aria-label={t('mentions')}
      placeholder={t('mentions')}
      value={props.value}
      loading={staff.isFetching}
      options={(staff.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      onChange={(next) => props.onChange([next ?? []].flat())}
    />
  )
}

/** The words of an answer that is given often, in the reader's language; they can be changed. */
function Canned({ type, onPick }: { type: string; onPick: (words: string) => void }) {
  const t = useT('cases')
  const lang = useLang()
  const may = useRightsCheck()
  const list = useApi(
    cannedReplies.endpoints.list,
    { pageSize: 200 },
    { enabled: may(cannedReplies.endpoints.list) },
  )
  const rows = (list.data?.records ?? []).filter((row) => !row.type || row.type === type)
  if (rows.length === 0) return null
  return (
    <ChoiceInput
      aria-label={t('canned')}
      placeholder={t('canned')}
      value={null}
      options={rows.map((row) => ({ value: String(row.id), label: String(row.title) }))}
      onChange={(next) => {
        const row = rows.find((one) => one.id === next)
        if (row) onPick(String(lang === 'en_US' ? row.textEn : row.textZh))
      }}
    />
  )
}
