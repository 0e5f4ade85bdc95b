import { describe, expect, test } from 'vitest'
import { dictLookups } from '#contracts/platform/lists/dictionaries.lookups.ts'
import { dictionaries } from '#contracts/platform/session/session.ts'
import { world, admin, prepareDictionaries } from './dictionaries.fixture.ts'

prepareDictionaries()

describe('words of tables', () => {
  test('come for the triples the house knows, within the caller’s rights and reach', async () => {
    const users = await admin.call(dictionaries.getDictItems, {
      code: 'sys_user,realname,username',
    })
    expect(users.some(({ value }) => value === world().username('manager'))).toBe(true)
    expect(users.every(({ value }) => !value.endsWith('x'))).toBe(true)
    expect(
      await admin.call(dictLookups.getDictText, {
        code: 'sys_user,realname,username',
        key: world().username('manager'),
      }),
    ).not.toBe('')
    expect(
      (await admin.call(dictLookups.loadDict, { code: 'depot,name,code', keyword: 'FRA1' })).map(
        ({ value }) => value,
      ),
    ).toEqual(['FRA1'])
    for (const keyword of ['%', '_', '\\', "' or '1'='1"])
      expect(await admin.call(dictLookups.loadDict, { code: 'depot,name,code', keyword })).toEqual(
        [],
      )
    expect(
      await admin.call(dictLookups.loadDictItem, { code: 'country,name,iso2', key: 'DE,ZZ,FR' }),
    ).toEqual(['Germany', 'ZZ', 'France'])
    expect(await admin.call(dictLookups.loadDictItem, { code: 'sex', key: '2,1,9' })).toEqual([
      expect.any(String),
      expect.any(String),
      '9',
    ])
    expect(
      (await admin.call(dictLookups.loadDict, { code: 'yn', keyword: 'ye' })).map(
        ({ value }) => value,
      ),
    ).toEqual(['1'])
    expect(
      (
        await admin.call(dictLookups.loadTreeData, {
          tableName: 'sys_depart',
          text: 'depart_name',
          code: 'id',
          pidField: 'parent_id',
          pid: '',
        } as never)
      ).length,
    ).toBeGreaterThan(0)
    const customer = await world().as('customer')
    for (const code of [
      'sys_user,realname,username',
      'sys_depart,depart_name,id',
      'customer,name,id',
      'supplier,name,code',
    ])
      expect((await customer.get(`/sys/dict/getDictItems/${code}`)).status, code).toBe(403)
    expect(
      (
        await (
          await world().as('nobodySpecial')
        ).get('/sys/dict/loadDict/sys_user,realname,username')
      ).status,
    ).toBe(403)
  })

  test('are refused for whatever else is asked', async () => {
    const CODES = [
      'sys_user,password_hash,username',
      'sys_user,username,password_hash',
      'sys_session,token_hash,id',
      'sys_user,realname,username,1=1',
      'sys_user,realname,username,id > 0',
      'sys_user,realname',
      'pg_shadow,passwd,usename',
      'sys_user,realname,username.js',
      'sys_user,realname,username/x.js',
      'yn.js',
      'yn.css',
      'yn;x',
      'sys_user u,realname,username',
      '(select 1),a,b',
      'sys_user where 1=1 --,realname,username',
      'SYS_USER,realname,username',
      'sys_user,REALNAME,username',
      'constructor,name,id',
      '__proto__,x,y',
      'sys_user%2Crealname%2Cusername',
      'sys_user,concat(username,password_hash),username',
      'sys_user,realname,username,',
      ',,',
      'a,b,c,d,e',
      "yn' or '1'='1",
      'yn"',
      'yn--',
      'yn\\',
      '../sys_user',
      'yn\u0000',
      'pg_sleep(5)',
      '1;select pg_sleep(5)',
      "yn'||pg_sleep(5)||'",
    ]
    for (const code of CODES) {
      for (const path of ['getDictItems', 'loadDict', 'loadDictItem', 'getDictText']) {
        const from = performance.now()
        const answer = await admin.get(
          `/sys/dict/${path}/${encodeURIComponent(code)}${path === 'getDictText' ? '/1' : ''}`,
          path === 'loadDictItem' ? { key: '1' } : {},
        )
        expect(answer.status, `${path} ${code}`).toBeLessThan(500)
        expect(answer.success ?? false, `${path} ${code}`).toBe(false)
        expect(answer.bytes.toString()).not.toMatch(/argon2|scrypt|select |syntax error/i)
        expect(performance.now() - from).toBeLessThan(4_000)
      }
    }
    expect(
      await admin.raw('GET', '/sys/dict/getDictItems/a,b', { headers: { client_lang: 'zh_CN' } }),
    ).toMatchObject({ success: false, message: '字典Code格式不正确！' })
    expect(
      await admin.raw('GET', '/sys/dict/getDictItems/%20', { headers: { client_lang: 'zh_CN' } }),
    ).toMatchObject({ success: false, message: '字典Code不能为空!' })
    for (const more of [
      { condition: '1=1' },
      { condition: '{"x":"y"}' },
      { pidField: 'id' },
      { pid: "1' or 1=1" },
      { tableName: 'sys_user' },
      { text: 'memo' },
      { hasChildField: 'x; drop table' },
    ]) {
      const answer = await admin.get('/sys/dict/loadTreeData', {
        tableName: 'sys_depart',
        text: 'depart_name',
        code: 'id',
        pidField: 'parent_id',
        ...more,
      })
      expect(answer.status < 500 && !answer.success, JSON.stringify(more)).toBe(true)
    }
    for (const path of [
      'getDictItems/yn.js',
      'getDictItems/sys_user,realname,username.js',
      'loadDict/yn.css',
      'queryAllDictItems.js',
    ])
      expect(
        (await world().anonymous.get(`/sys/dict/${path}`)).status,
        path,
      ).toBeGreaterThanOrEqual(401)
  })
})
