import { describe, expect, it } from 'vitest'
import { parseAddress } from './parse-address.ts'

describe('a pasted address', () => {
  it('reads a German one, line by line', () => {
    expect(
      parseAddress(
        'Café & Söhne GmbH\nErika Mustermann\nc/o Empfang\nHauptstraße 57a\n94579 Zenting\nDeutschland\n+49 177 7655194\nerika@example.com',
      ),
    ).toEqual({
      found: {
        company: 'Café & Söhne GmbH',
        name: 'Erika Mustermann',
        address2: 'c/o Empfang',
        street: 'Hauptstraße',
        house: '57a',
        postalCode: '94579',
        city: 'Zenting',
        country: 'DE',
        phone: '+49 177 7655194',
        email: 'erika@example.com',
      },
      left: [],
    })
  })
  it('reads a German one in a single line', () => {
    expect(parseAddress('Max Müller, Straße des 17. Juni 135, D-10623 Berlin').found).toEqual({
      name: 'Max Müller',
      street: 'Straße des 17. Juni',
      house: '135',
      postalCode: '10623',
      city: 'Berlin',
      country: 'DE',
    })
  })
  it('reads a Chinese one with labels', () => {
    expect(
      parseAddress(
        '收件人：王小明\n手机号码：13800138000\n所在地区：广东省深圳市\n详细地址：南山区科技园南路12号 518057',
      ).found,
    ).toEqual({
      name: '王小明',
      phone: '13800138000',
      state: '广东省',
      city: '深圳市',
      street: '南山区科技园南路12号',
      postalCode: '518057',
      country: 'CN',
    })
  })
  it('reads a Chinese one in a single line, municipalities too', () => {
    expect(parseAddress('李雷 138 0013 8000 上海市浦东新区世纪大道100号').found).toEqual({
      name: '李雷',
      phone: '138 0013 8000',
      state: '上海市',
      city: '上海市',
      street: '浦东新区世纪大道100号',
      country: 'CN',
    })
  })
  it('keeps in sight what it does not understand', () => {
    const { found, left } = parseAddress(
      'Erika Mustermann\nHinterhaus 3. OG links\nHauptstraße 1\n10115 Berlin',
    )
    expect(found.street).toBe('Hauptstraße')
    expect(left).toEqual(['Hinterhaus 3. OG links'])
  })
  it('finds nothing in nothing', () => {
    expect(parseAddress('  \n ')).toEqual({ found: {}, left: [] })
  })
})
