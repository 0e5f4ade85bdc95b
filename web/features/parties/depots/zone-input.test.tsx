// @vitest-environment happy-dom
import { Form, Input, type FormInstance } from 'antd'
import { act, useEffect } from 'react'
import { afterEach, expect, test } from 'vitest'
import { leave, show, speak } from '#web/test/page.tsx'
import { ZoneInput } from './zone-input.tsx'

let form: FormInstance
function Page({ zone = null }: { zone?: string | null }) {
  const [own] = Form.useForm()
  useEffect(() => {
    form = own
  }, [own])
  return (
    <Form form={own} initialValues={{ timeZone: zone, country: zone && 'DE' }}>
      <Form.Item name="country">
        <Input />
      </Form.Item>
      <Form.Item name="timeZone">
        <ZoneInput />
      </Form.Item>
    </Form>
  )
}
const zoneIn = async (country: string): Promise<unknown> => {
  await act(async () => form.setFieldValue('country', country))
  return form.getFieldValue('timeZone')
}

afterEach(() => leave())

test('a time zone goes with the country, and is empty where that has several', async () => {
  await speak('en_US')
  await show(<Page />)
  expect([await zoneIn('DE'), await zoneIn('CN'), await zoneIn('US'), await zoneIn('NL')]).toEqual([
    'Europe/Berlin',
    'Asia/Shanghai',
    null,
    'Europe/Amsterdam',
  ])
})

test('one that was chosen stays', async () => {
  await speak('en_US')
  await show(<Page zone="UTC" />)
  expect([form.getFieldValue('timeZone'), await zoneIn('CN')]).toEqual(['UTC', 'UTC'])
})
