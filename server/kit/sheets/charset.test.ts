import iconv from 'iconv-lite'
import { describe, expect, test } from 'vitest'
import { CHARSETS } from '#contracts/kit/sheets/charsets.ts'
import { charsetOf, decodeText } from './charset.ts'

describe('a charset is known by the words of its languages', () => {
  test.each<[charset: (typeof CHARSETS)[number], text: string]>([
    ['windows-1250', 'Jméno;Ulice;Město\nDvořák Jiří;Žižkova 5;Plzeň\nNovák;Dlouhá 12'],
    ['windows-1250', 'Łukasz Żółć;ul. Świętokrzyska 5;Łódź'],
    ['windows-1250', 'Gál Ödön;Fő utca 3;Győr\nSzabó;Kossuth út;Székesfehérvár'],
    ['iso-8859-2', 'Imię;Ulica\nŁukasz Żółć;ul. Świętokrzyska 5;Łódź\nKowalski;Piękna 3;Gdańsk'],
    ['big5', '姓名;地址\n王小明;台北市信義區市府路1號\n陳大文;香港九龍'],
    ['gb18030', '姓名;地址\n王小明;广东省深圳市宝安区西乡街道1号'],
    ['shift_jis', 'お名前;住所\n山田太郎;東京都渋谷区'],
    ['macintosh', 'Name;Straße;Ort\nJürgen Groß;Königsstraße 5;München'],
    ['macintosh', 'René Lefèvre;Rue de la Liberté;Orléans'],
    ['cp850', 'François Lefèvre'],
    ['cp852', 'Dvořák Jiří;Žižkova 5;Plzeň'],
    ['euc-kr', '이름;주소\n김철수;서울시 강남구'],
    ['windows-1251', 'Имя;Адрес\nИван Петров;Москва'],
    ['koi8-r', 'Иван Петров;Москва улица'],
    ['windows-1253', 'Όνομα;Διεύθυνση\nΓιώργος Παπαδόπουλος;Αθήνα'],
    ['windows-1254', 'Ad;Adres\nÖmer Şahin;İstanbul Kadıköy'],
    ['windows-1257', 'Šarūnas Žukauskas;Gedimino;Kėdainiai'],
    ['windows-1252', 'Søren Ærø;Åvej\nMuñoz;Peñón;Málaga'],
    ['windows-1252', 'João;São Paulo;Conceição'],
    ['windows-1252', '1.000 €'],
    ['windows-1252', 'n° 5 “Crème” van ’t Hof'],
  ])('%s: %s', (charset, text) => expect(decodeText(iconv.encode(text, charset))).toBe(text))

  test('any bytes are read in some charset', () => {
    for (let first = 0; first < 256; first++)
      expect(CHARSETS).toContain(charsetOf(Buffer.from([first, 255 - first, 0xfc])))
  })
})
