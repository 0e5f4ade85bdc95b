/** @jsxImportSource preact */
import type { VNode } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { PageOrder } from '#contracts/returns/return-page.ts'
import type { Failure } from '../ask.ts'
import { askOrder, failureText, type Proof } from './ask.ts'
import { Announce } from './announce.tsx'
import { firstLang, PAGE_LANGS, WORDS, type PageLang, type Words } from './words.ts'
import { ReturnList } from './return-list.tsx'

/** Buyers announce what they send back, get its label and see how far it has come. */
export default function ReturnPage({ page }: { page: string }): VNode {
  const [lang, setLang] = useState(() => firstLang(location.search, navigator.languages))
  const [proof, setProof] = useState<Proof | null>(null)
  const [order, setOrder] = useState<PageOrder | null>(null)
  const words: Words = WORDS[lang]
  const { title } = words
  useEffect(() => {
    document.documentElement.lang = lang
    document.title = `${title} · Parcelyard`
  }, [lang, title])
  const choose = (next: PageLang): void => {
    setLang(next)
    history.replaceState(null, '', `${location.pathname}?lang=${next.slice(0, 2)}`)
  }
  const again = async (of: Proof): Promise<Failure | null> => {
    const answer = await askOrder(of)
    if (!answer.ok) return answer.why
    setProof(of)
    setOrder(answer.result)
    return null
  }
  return (
    <div class="page">
      <header class="top">
        <div class="top-in">
          <span class="brand">
            <strong>{order?.shop ?? 'Parcelyard'}</strong>
          </span>
          <div class="langs" role="group" aria-label="Language">
            {PAGE_LANGS.map((each) => (
              <button
                key={each}
                type="button"
                lang={each}
                aria-pressed={each === lang}
                onClick={() => choose(each)}
              >
                {WORDS[each].name}
              </button>
            ))}
          </div>
        </div>
      </header>
      <main id="main" class="return">
        <h1>{words.title}</h1>
        {page === '' ? (
          <p>{words.noPage}</p>
        ) : order && proof ? (
          <>
            <p>
              {words.orderNo} <b>{order.orderNo}</b>{' '}
              <button type="button" class="second" onClick={() => setOrder(null)}>
                {words.back}
              </button>
            </p>
            <ReturnList words={words} proof={proof} returns={order.returns} />
            <Announce
              key={order.returns.length}
              words={words}
              proof={proof}
              lines={order.lines}
              onDone={() => again(proof)}
            />
          </>
        ) : (
          <Find words={words} page={page} find={again} />
        )}
      </main>
    </div>
  )
}

function Find(props: {
  words: Words
  page: string
  find: (of: Proof) => Promise<Failure | null>
}): VNode {
  const { words, page, find } = props
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const send = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault()
    const form = new FormData(event.currentTarget as HTMLFormElement)
    setBusy(true)
    setFailure(null)
    const why = await find({
      page,
      orderNo: String(form.get('orderNo') ?? '').trim(),
      postcode: String(form.get('postcode') ?? '').trim(),
    })
    if (why === null) return
    setBusy(false)
    setFailure(why)
  }
  return (
    <form class="write" onSubmit={(event) => void send(event)}>
      <p>{words.intro}</p>
      <label>
        {words.orderNo}
        <input name="orderNo" required maxLength={60} autocomplete="off" />
      </label>
      <label>
        {words.postcode}
        <input name="postcode" required maxLength={20} autocomplete="postal-code" />
      </label>
      {failure && <p role="alert">{failureText(words, failure)}</p>}
      <button type="submit" class="primary" disabled={busy}>
        {words.find}
      </button>
    </form>
  )
}
