/**
 * The shapes of 39 carriers' tracking numbers, as data. Derived from tracking_number_data
 * (https://github.com/jkeen/tracking_number_data), Copyright (c) 2017 Jeff Keen, MIT licence; the
 * full notice stands in test/fixtures/README.md. Changed: blanks are taken out of the text before
 * matching instead of being allowed between all characters, so no pattern repeats a repetition.
 *
 * [courier, format, pattern, check?, prepend?]: group 1 of the pattern is what the check runs over
 * and group 2 the check character. `prepend` goes in front of group 1 unless it stands there
 * already.
 */
export type FormatCheck =
  | '31'
  | '13'
  | '12'
  | '31r'
  | 'mod7'
  | 'mod37_36'
  | 'fedex'
  | 'fedex1'
  | 'luhn'
  | 's10'
export type FormatRow = readonly [
  courier: string,
  format: string,
  pattern: string,
  check?: FormatCheck,
  prepend?: string,
]

// A routing code in front is recognised by what must still follow in the number itself.
const ZIP = '(?:420\\d{5}(?=\\d{22}$|\\d{26}$)(?:\\d{4}(?=\\d{22}$))?)?'

export const FORMATS: readonly FormatRow[] = [
  ['amazon', 'Amazon Logistics', 'TB[ACM]\\d{12}'],
  ['amazon', 'Amazon International', '[AFC]\\d{10}'],
  ['canada_post', 'Canada Post (16)', '(\\d{15})(\\d)', '31'],
  ['canpar', 'Canpar (22)', '[CDKLSUXZ]\\d{21}'],
  ['dhl', 'DHL Express', '(\\d{9,10})(\\d)', 'mod7'],
  ['dhl', 'DHL Express (Piece ID)', 'J[A-Z]{2,3}\\d{9,10}'],
  ['dhl', 'DHL E-Commerce', '(?:GM|LX|RX|UV|CN|SG|TH|IN|HK|MY)\\d[0-9A-Z]{9,38}'],
  ['dhl', 'DHL E-Commerce (14)', '\\d{14}'],
  ['dpd', 'DPD (28)', '(\\d{27})([0-9A-Z])', 'mod37_36'],
  ['dpd', 'DPD (14)', '(\\d{14})([0-9A-Z])', 'mod37_36'],
  ['fedex', 'FedEx Express (12)', '(\\d{11})(\\d)', 'fedex'],
  ['fedex', 'FedEx Express (34)', '[0-8]\\d{19}(\\d{13})(\\d)', 'fedex1'],
  ['fedex', 'FedEx ASTRA (32)', '3\\d{15}(\\d{11})(\\d)\\d{4}', 'fedex'],
  ['fedex', 'FedEx Ground', '(\\d{14})(\\d)', '13'],
  ['fedex', 'FedEx Ground (SSCC-18)', '\\d{2}(\\d{15})(\\d)', '31'],
  ['fedex', 'FedEx Ground 96 (22)', '96\\d{5}(\\d{14})(\\d)', '13'],
  ['fedex', 'FedEx Ground GSN', '96\\d{18}(\\d{13})(\\d)', 'fedex1'],
  ['gofo', 'GOFO Express (US)', 'GFUS\\d{14}'],
  ['landmark', 'Landmark Global LTN', 'LTN\\d{8}N1'],
  ['lasership', 'LaserShip LX', 'L[AIEHNX][1-3]\\d{7}'],
  ['lasership', 'LaserShip 1LS7 (15)', '1LS7[12]\\d{10}'],
  ['lasership', 'LaserShip 1LS7 (18)', '1LS7[12]\\d{2}01[1-4]\\d{6}-1'],
  ['lasership', 'LaserShip 1LSCX (15)', '1LSCX[0-9A-Z]{10}'],
  ['old_dominion', 'Old Dominion', '((?:77[78]|072|780)\\d{7})(\\d)', 'luhn'],
  ['old_dominion', 'Old Dominion Guaranteed Shipment', '(80\\d{8})(\\d)', 'luhn'],
  ['ontrac', 'OnTrac', 'C(\\d{13})(\\d)', '12', '4'],
  ['ontrac', 'OnTrac D', 'D(\\d{13})(\\d)', '12', '5'],
  ['purolator', 'Purolator (12)', '([0-5]\\d{10})(\\d)', 'luhn'],
  ['purolator', 'Purolator (alpha + 9)', '[A-Z]{3}\\d{9}'],
  ['s10', 'S10', '[A-Z]{2}(\\d{8})(\\d)([A-Z]{2})', 's10'],
  ['speedee', 'Spee-Dee (20)', 'SP\\d{18}'],
  ['ups', 'UPS', '1Z([A-Z0-9]{15})(\\d)', '12'],
  ['ups', 'UPS Waybill', '[AHJKTV](\\d{9})(\\d)', '12'],
  ['usps', 'USPS 20', '(\\d{19})(\\d)', '31'],
  [
    'usps',
    'USPS IMpb N',
    `${ZIP}(94\\d{3}(?:9\\d{8}(?:\\d{15}|\\d{11}|\\d{7})|[0-8]\\d{5}(?:\\d{14}|\\d{10})))(\\d)`,
    '31r',
  ],
  ['usps', 'USPS Legacy', '(?:420\\d{5}(?:\\d{4})?)?((?:91)?\\d{19})(\\d)', '31', '91'],
  [
    'usps',
    'USPS IMpb C',
    `${ZIP}((?:92(?=\\d{3}9)|93(?=\\d{3}[0-8])|95)\\d{3}(?:9\\d{8}(?:\\d{11}|\\d{7})|[0-8]\\d{5}(?:\\d{14}|\\d{10})))(\\d)`,
    '31',
  ],
  ['yodel', 'Yodel', 'JJ?D\\d{16}'],
  ['yunexpress', 'YunExpress', 'YT\\d{16}'],
]

// ISO 3166-1 alpha-2, run together; XK is what Kosovo's post prints.
export const POST_COUNTRIES =
  'ADAEAFAGAIALAMAOAQARASATAUAWAXAZBABBBDBEBFBGBHBIBJBLBMBNBOBQBRBSBTBVBWBYBZCACCCDCFCGCHCICKCLCMCNCOCR' +
  'CUCVCWCXCYCZDEDJDKDMDODZECEEEGEHERESETFIFJFKFMFOFRGAGBGDGEGFGGGHGIGLGMGNGPGQGRGSGTGUGWGYHKHMHNHRHTHU' +
  'IDIEILIMINIOIQIRISITJEJMJOJPKEKGKHKIKMKNKPKRKWKYKZLALBLCLILKLRLSLTLULVLYMAMCMDMEMFMGMHMKMLMMMNMOMPMQ' +
  'MRMSMTMUMVMWMXMYMZNANCNENFNGNINLNONPNRNUNZOMPAPEPFPGPHPKPLPMPNPRPSPTPWPYQARERORSRURWSASBSCSDSESGSHSI' +
  'SJSKSLSMSNSOSRSSSTSVSXSYSZTCTDTFTGTHTJTKTLTMTNTOTRTTTVTWTZUAUGUMUSUYUZVAVCVEVGVIVNVUWFWSXKYEYTZAZMZW'
