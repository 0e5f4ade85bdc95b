/**
 * What a password must be (decisions.md, "Passwords"): the specification's rule, or the
 * length-first one of NIST 800-63B.
 */
export type PasswordMode = 'seed' | 'nist'
export const PASSWORD_MODES = ['seed', 'nist'] as const
export const PASSWORD_MAX = 128
export const PASSWORD_MIN: Record<PasswordMode, number> = { seed: 8, nist: 15 }
export type PasswordFlaw = 'empty' | 'tooLong' | 'rule' | 'ruleNist' | 'common' | 'personal'

/**
 * Words of the product itself, refused in every password in addition to the user's and the tenant's own.
 */
const PRODUCT = ['parcelyard']

/**
 * What stands at the heart of the passwords people choose most: what is left when digits and signs
 * around it fall off.
 */
const COMMON = new Set(
  `password passwort motdepasse contrasena parola mima wode woaini woaiwojia admin administrator administrateur root system sysadmin superuser manager user username guest test testing tester
  login logon welcome willkommen bienvenue changeme change letmein secret secure security access default temp temporary demo sample example hello hallo bonjour iloveyou ilovegod lovely love lover
  qwerty qwertz azerty qwertyuiop qwertyui asdf asdfgh asdfghjk asdfghjkl zxcv zxcvbn zxcvbnm qazwsx qazwsxedc wsxedc qweasd qweasdzxc qwe qweqwe asdasd zaq abc abcd abcde abcdef abcdefg abcdefgh abcabc xyz aaa
  monkey dragon sunshine princess football baseball basketball soccer hockey tennis master superman batman spiderman pokemon starwars matrix shadow killer ninja mustang ferrari porsche mercedes harley yamaha honda toyota
  michael jennifer jordan michelle daniel jessica andrew joshua matthew charlie robert thomas george william james david ashley amanda nicole anthony samantha hannah alexander maria anna peter martin stefan andreas
  summer winter spring autumn fall january february march april june july august september october november december monday tuesday wednesday thursday friday saturday sunday
  freedom whatever trustno computer internet google apple samsung microsoft windows linux oracle cisco amazon facebook twitter instagram linkedin nothing cheese chocolate banana orange cookie pepper ginger buster maggie tigger
  purple silver golden diamond rainbow butterfly flower crystal angel angels heaven jesus christ faith family mother father sister brother baby friends forever together lucky happy money dollar
  china beijing shanghai shenzhen guangzhou hongkong london paris berlin germany deutschland france england america canada newyork chelsea liverpool arsenal barcelona realmadrid juventus bayern
  company office business logistics logistic shipping shipment warehouse express delivery transport cargo freight courier dispatch customer service finance sales support helpdesk
  passw pass pwd pword key keyboard mouse phone mobile zhang wang li liu chen yang zhao huang zhou wu xu sun zhu lin woshi nihao nimade dearbook caonima aini
  hunter ranger cowboy eagle falcon tiger lion panther phoenix thunder scorpion warrior legend champion player gamer hacker wizard merlin gandalf samurai snoopy garfield mickey minnie donald
  biteme asshole fuckyou fuck fucker bitch pussy sexy hotmail gmail yahoo please thankyou goodluck blink access1 mynoob nopass none null unknown public private internal corporate`.split(
    /\s+/,
  ),
)

const ROWS = [
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  '0123456789',
  'qwertzuiop',
  'yxcvbnm',
  'qazwsxedcrfvtgbyhnujmikolp',
  '1qaz2wsx3edc4rfv5tgb6yhn',
]
const LOOKS: Record<string, string> = {
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  '@': 'a',
  $: 's',
  '!': 'i',
  '|': 'l',
  '€': 'e',
}
const SHIFTED: Record<string, string> = {
  '!': '1',
  '@': '2',
  '#': '3',
  $: '4',
  '%': '5',
  '^': '6',
  '&': '7',
  '*': '8',
  '(': '9',
  ')': '0',
}

const swap = (text: string, table: Record<string, string>) =>
  [...text].map((sign) => table[sign] ?? sign).join('')
const isRun = (text: string) =>
  text.length >= 4 &&
  ROWS.some(
    (row) => `${row}${row}`.includes(text) || [...row, ...row].toReversed().join('').includes(text),
  )
const isRepeat = (text: string) => text.length > 0 && /^(.{1,3})\1*$/.test(text)

/** Whether a word is one of the common ones, or several of them in a row. */
function isCommonWord(word: string, depth = 3): boolean {
  if (word.length < 3) return false
  if (COMMON.has(word) || isRun(word) || isRepeat(word)) return true
  if (depth === 1) return false
  for (let cut = 3; cut <= word.length - 3; cut++)
    if (COMMON.has(word.slice(0, cut)) && isCommonWord(word.slice(cut), depth - 1)) return true
  return false
}

/** Passw0rd!, Welcome@2026, 1qaz@WSX: many signs, and still among the first that are tried. */
export function isCommonPassword(password: string): boolean {
  const lower = password.normalize('NFKC').toLowerCase()
  const keys = swap(lower, SHIFTED)
  if (isRun(keys) || isRepeat(keys)) return true
  const bare = lower.replace(/^[^\p{L}]+|(?<=\p{L})[^\p{L}]+$/gu, '')
  // A long rest next to the word is worth something of its own.
  const worn = (heart: string) => [...lower].length - [...heart].length <= 6
  const seen = [bare, swap(bare, LOOKS), swap(lower, LOOKS), lower.replace(/[^\p{L}]/gu, '')]
  if (seen.some((heart) => worn(heart) && isCommonWord(heart))) return true
  // Aa123456!: a letter or two, and the digits in their order.
  const [letters, digits] = [lower.replace(/[^\p{L}]/gu, ''), lower.replace(/\D/g, '')]
  return (
    digits.length >= 4 &&
    (isRun(digits) || isRepeat(digits)) &&
    (letters.length <= 2 || isCommonWord(letters))
  )
}

/**
 * What is wrong with a password first of all, or null. `words`: the person's and the tenant's
 * names, which it must not hold.
 */
export function passwordFlaw(
  given: string,
  { mode, words = [] }: { mode: PasswordMode; words?: readonly string[] },
): PasswordFlaw | null {
  const password = given.normalize('NFKC')
  const length = [...password].length
  if (length === 0) return 'empty'
  if (length > PASSWORD_MAX) return 'tooLong'
  if (mode === 'nist' && length < PASSWORD_MIN.nist) return 'ruleNist'
  if (
    mode === 'seed' &&
    !(
      length >= PASSWORD_MIN.seed &&
      /\p{Nd}/u.test(password) &&
      /\p{Ll}/u.test(password) &&
      /\p{Lu}/u.test(password) &&
      /[^\p{L}\p{N}\s]/u.test(password)
    )
  )
    return 'rule'
  if (holds(password, [...words, ...PRODUCT])) return 'personal'
  return isCommonPassword(password) ? 'common' : null
}

function holds(password: string, words: readonly string[]): boolean {
  const lower = password.toLowerCase()
  const [plain, looks] = [lower, swap(lower, LOOKS)]
  return words
    .map((word) => word.normalize('NFKC').trim().toLowerCase())
    .filter((word) => [...word].length >= (/\p{Script=Han}/u.test(word) ? 2 : 4))
    .some((word) => plain.includes(word) || looks.includes(word))
}

/** 0 (none) to 4 (strong), for the meter next to the field: never a ground to refuse. */
export function passwordStrength(given: string, words: readonly string[] = []): 0 | 1 | 2 | 3 | 4 {
  const password = given.normalize('NFKC')
  if (password === '') return 0
  if (isCommonPassword(password) || holds(password, [...words, ...PRODUCT])) return 1
  const pool = [
    [/\p{Ll}/u, 26],
    [/\p{Lu}/u, 26],
    [/\p{Nd}/u, 10],
    [/[^\p{L}\p{N}]/u, 30],
    [/\p{Lo}/u, 2000],
  ] as const
  const signs = pool.reduce((sum, [kind, size]) => sum + (kind.test(password) ? size : 0), 0)
  const bits =
    new Set(password).size ** 0.5 * [...password].length ** 0.5 * Math.log2(Math.max(signs, 2))
  return bits < 40 ? 1 : bits < 56 ? 2 : bits < 80 ? 3 : 4
}
