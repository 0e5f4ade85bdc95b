import { act } from 'react'
import { expect } from 'vitest'
import { BASE } from '#web/kit/http/api.ts'
import { answers, good, settle, untilFound, type Made, type Sent } from './page.tsx'

/** For tests: what a person does on a page, and what they see. */
export const seen = (): string => document.body.textContent ?? ''

type Input = HTMLInputElement | HTMLTextAreaElement
export function inputAt(id: string): Input {
  const found = document.getElementById(id)
  if (found instanceof HTMLInputElement || found instanceof HTMLTextAreaElement) return found
  return expect.fail(`no input ${id}`)
}
/** The control a label names, once it is there. */
export const inputOf = (label: string): Promise<Input> =>
  untilFound(() => {
    const found = [...document.querySelectorAll('label')].find(
      (one) => one.textContent?.replace('*', '').trim() === label,
    )
    const control = found?.htmlFor ? document.getElementById(found.htmlFor) : null
    return control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement
      ? control
      : null
  })

export async function type(input: Input, value: string): Promise<void> {
  await act(async () => {
    const prototype =
      input instanceof HTMLTextAreaElement
        ? HTMLTextAreaElement.prototype
        : HTMLInputElement.prototype
    Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(input, value)
    input.dispatchEvent(new Event('input', { bubbles: true }))
  })
}
/** The cursor leaves the field. */
export async function leaveField(input: Element): Promise<void> {
  await act(async () => {
    input.dispatchEvent(new FocusEvent('focusout', { bubbles: true }))
  })
}
export async function paste(input: Element, text: string): Promise<void> {
  await act(async () => {
    const event = new Event('paste', { bubbles: true, cancelable: true })
    Reflect.set(event, 'clipboardData', { getData: () => text })
    input.dispatchEvent(event)
  })
  await settle()
}
export async function pressKey(target: Element, key: string, more: object = {}): Promise<void> {
  await act(async () => {
    target.dispatchEvent(
      new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }),
    )
  })
  await settle()
}

/** A button or a link by its text or its name, once it is there. */
export const buttonOf = (name: string): Promise<HTMLElement> =>
  untilFound(() =>
    [...document.querySelectorAll<HTMLElement>('button, a, [role="button"]')].find(
      (one) => one.textContent?.trim() === name || one.getAttribute('aria-label') === name,
    ),
  )
export async function press(what: string | Element): Promise<void> {
  const target = typeof what === 'string' ? await buttonOf(what) : what
  await act(async () => {
    target.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1 }))
  })
  await settle()
}
/** The message at the field a label names, once there is one: its refusal or its help. */
export async function noteOf(label: string): Promise<string> {
  const item = (await inputOf(label)).closest('.ant-form-item')
  return untilFound(() => item?.querySelector('[class*="explain"]')?.textContent || null)
}
/** The last dialog that asks: its button with this name. */
export async function confirmBy(name: string): Promise<void> {
  const target = await untilFound(() =>
    [...document.querySelectorAll<HTMLElement>('.ant-modal-confirm button')].findLast(
      (one) => one.textContent?.trim() === name,
    ),
  )
  await press(target)
}
/** Opens antd's select. */
export async function openSelect(select: Element): Promise<void> {
  const box = select.closest('.ant-select') ?? select
  await act(async () => {
    box.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, cancelable: true }))
  })
}
/** Opens antd's select and takes the option with this text. */
export async function choose(select: Element, text: string): Promise<void> {
  await openSelect(select)
  const option = await untilFound(() =>
    [...document.querySelectorAll('.ant-select-item-option')].find(
      (one) => one.textContent?.trim() === text,
    ),
  )
  await press(option)
}

export type Answer = Made | ((sent: Sent) => Made)
/**
 * Answers by method and path, `POST /erp/shipment/add`; several in order, the last one again. What
 * is not named gets nothing.
 */
export function answersAt(routes: Readonly<Record<string, Answer | readonly Answer[]>>): Sent[] {
  const turns = new Map<string, number>()
  return answers((sent) => {
    const path = sent.url.pathname.replace(BASE, '')
    const key = [`${sent.method} ${path}`, path].find((one) => one in routes)
    if (key === undefined) return good(null)
    const found = routes[key] as Answer | readonly Answer[]
    const list = (Array.isArray(found) ? found : [found]) as readonly Answer[]
    const turn = turns.get(key) ?? 0
    turns.set(key, turn + 1)
    const next = list[Math.min(turn, list.length - 1)] as Answer
    return typeof next === 'function' ? next(sent) : next
  })
}
/** The bodies of what was sent to a path, oldest first. */
export const bodiesOf = (sent: readonly Sent[], path: string): Record<string, unknown>[] =>
  sent
    .filter((one) => one.url.pathname.endsWith(path))
    .map((one) => one.body as Record<string, unknown>)

/** What the first call of a path was asked, in its address or its body; a list with commas. */
export function askedOf(sent: readonly Sent[], path: string, name: string): string {
  const found = sent.find((one) => one.url.pathname.endsWith(path))
  if (!found) return expect.fail(`nothing was sent to ${path}`)
  const value: unknown =
    found.url.searchParams.get(name) ??
    (typeof found.body === 'object' && found.body !== null ? Reflect.get(found.body, name) : null)
  return String(value)
}

/**
 * Which of the elements React drew again meanwhile: a drawn element has new props, whether they mean
 * the same or not.
 */
export async function drawnAnew<E extends Element>(
  elements: readonly E[],
  meanwhile: () => Promise<void>,
): Promise<E[]> {
  const propsOf = (element: Element): unknown => {
    const key = Object.keys(element).find((one) => one.startsWith('__reactProps$'))
    return key === undefined ? expect.fail('not drawn by React') : Reflect.get(element, key)
  }
  const before = elements.map(propsOf)
  await meanwhile()
  return elements.filter((element, at) => propsOf(element) !== before[at])
}
