import { createCanvas } from '@napi-rs/canvas'
import { describe, expect, test } from 'vitest'
import { writeSheet } from '../sheets/sheets.ts'
import { Refusal } from '../http/errors.ts'
import { typedFile } from './file-types.ts'

const png = createCanvas(8, 8).toBuffer('image/png')
const jpeg = createCanvas(8, 8).toBuffer('image/jpeg')
const zip = Buffer.concat([Buffer.from('504b0304140000000000', 'hex'), Buffer.alloc(200)])
const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n')
const refusal = async (bytes: Buffer | string, name: string) => {
  try {
    return (await typedFile(Buffer.from(bytes), name)).type
  } catch (error) {
    if (error instanceof Refusal) return error.code
    throw error
  }
}

describe('the type of a file', () => {
  test('is that of its content', async () => {
    expect(await typedFile(png, 'a.png')).toEqual({
      type: 'image/png',
      ending: 'png',
      name: 'a.png',
    })
    expect(await typedFile(pdf, '箱唛 FBA15.PDF')).toMatchObject({ name: '箱唛 FBA15.pdf' })
    expect(await typedFile(jpeg, 'photo.png'), 'a picture is renamed').toMatchObject({
      type: 'image/jpeg',
      name: 'photo.jpg',
    })
    const sheet = await writeSheet({ columns: [{ title: 'a' }], rows: [['1']] }, 'xlsx')
    expect(await refusal(sheet, 'a.xlsx')).toMatch(/spreadsheetml/)
    expect(await refusal('sku;数量\nA;1\n', 'a.csv')).toBe('text/plain')
    expect(await refusal('^XA^FO50,50^FDx^FS^XZ', 'label.zpl')).toBe('text/plain')
    expect(await refusal('<?xml version="1.0"?><a/>', 'a.xml')).toBe('text/plain')
  })
  test('is refused where name and content differ, and where no record needs it', async () => {
    for (const [bytes, name, code] of [
      ['', 'a.txt', 'file.empty'],
      [zip, 'holiday.jpg', 'file.mismatch'],
      [pdf, 'a.xlsx', 'file.mismatch'],
      [png, 'a.pdf', 'file.mismatch'],
      ['<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>', 'a.svg', 'file.type'],
      ['<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>', 'a.png', 'file.type'],
      ['<?xml version="1.0"?><svg onload="x"/>', 'a.xml', 'file.type'],
      ['<!doctype html><p>', 'a.html', 'file.type'],
      ['sku\n<script>alert(1)</script>', 'a.csv', 'file.type'],
      ['<html>', 'a.txt', 'file.type'],
      ['plain', 'a', 'file.type'],
      ['#!/bin/sh', 'a.sh', 'file.type'],
      [Buffer.from('MZ\x90\0\x03\0\0\0', 'latin1'), 'a.txt', 'file.type'],
      [Buffer.from('7f454c460201010000000000', 'hex'), 'a.txt', 'file.type'],
    ] as const)
      expect(await refusal(Buffer.from(bytes), name), `${name} ${code}`).toBe(code)
  })
})

test.each([
  ['../../etc/passwd', 'passwd.png'],
  ['..\\..\\windows\\me.png', 'me.png'],
  ['/', 'file.png'],
  ['.', 'file.png'],
  ['', 'file.png'],
  ['.htaccess', 'htaccess.png'],
  ['CON.png', 'fileCON.png'],
  ['a\0b\nc.png', 'abc.png'],
  ['photo\u202egnp.exe', 'photognp.png'],
  ['a<b>:"|?*.png', 'ab.png'],
  ['invoice.pdf.exe', 'invoice.pdf.png'],
  ['me.exe', 'me.png'],
  ['  照片 .png ', '照片.png'],
  [`${'长'.repeat(300)}.png`, `${'长'.repeat(100)}.png`],
])('the name %j becomes %j', async (sent, name) => {
  expect((await typedFile(png, sent)).name).toBe(name)
})
