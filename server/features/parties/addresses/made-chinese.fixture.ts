import fc from 'fast-check'
import type { Made } from './made-addresses.fixture.ts'
import type { Found } from './reader/reading.ts'

const HAN_PLACES = [
  ['广东省', '深圳市', '南山区粤海街道科技园路'],
  ['浙江省', '杭州市', '西湖区文三路'],
  ['四川省', '成都市', '武侯区科华北路'],
  ['江苏省', '苏州市', '昆山市玉山镇前进中路'],
  ['上海市', '上海市', '浦东新区张江镇祖冲之路'],
  ['北京市', '北京市', '朝阳区建国路'],
  ['湖北省', '武汉市', '洪山区珞喻路'],
] as const

/** The same in Chinese: with labels and without, from the largest place or the person first. */
export const madeChinese = (): fc.Arbitrary<Made> =>
  fc
    .record({
      name: fc.constantFrom('王芳', '欧阳雪梅', '李志强', '张伟', '陈晓燕', '刘洋'),
      phone: fc.constantFrom('13812345678', '186 1234 5678', '0755-26001234', '+86 13912345678'),
      place: fc.constantFrom(...HAN_PLACES),
      number: fc.constantFrom('88号', '1500号22幢3层', '12弄5号601室', '9号阳光花园3栋2单元501'),
      code: fc.option(fc.constantFrom('518000', '310012', '100020'), { nil: undefined }),
      company: fc.option(fc.constantFrom('启明星科技有限公司', '宏泰五金制品厂'), {
        nil: undefined,
        freq: 2,
      }),
      ending: fc.constantFrom('', '收', '（收）', '先生收'),
      labels: fc.boolean(),
      between: fc.constantFrom(' ', '，', '\n', ','),
      order: fc.shuffledSubarray(['who', 'phone', 'where', 'code', 'company'] as const, {
        minLength: 5,
      }),
    })
    .map(({ name, phone, place, number, code, company, ending, labels, between, order }): Made => {
      const [state, city, street] = place
      const where = `${state === city ? '' : state}${city}${street}${number}`
      const label = (word: string, text: string) => (labels ? `${word}：${text}` : text)
      const parts = {
        who: label('收件人', labels ? name : `${name}${ending}`),
        phone: label('电话', phone),
        where: label('地址', where),
        code: code && label('邮编', code),
        company: company && label('公司', company),
      }
      const expected: Found = {
        name,
        phone,
        state,
        city,
        street: `${street}${number}`,
        country: 'CN',
      }
      if (code !== undefined) expected.postalCode = code
      if (company !== undefined) expected.company = company
      const lines = order.flatMap((part) => parts[part] ?? [])
      return { text: lines.join(between), expected }
    })
