import type { Format } from './format.ts'

const shared = {
  code: 'after',
  house: 'before',
  ends: '',
  box: String.raw`(?:PSC|CMR|Unit) \d+,? Box \d+|(?:RR|R\.R\.|(?:Route|Rte\.?|Rt\.?)(?= \d+,? Box)|HC|Rural Route|Rural Delivery|RD|RMB|RSD|General Delivery Box) ?#? ?\d+(?:,? Box \d+-?[A-Z]?)?|P\.? ?O\.? ?Box \d[\d-]*|Post Office Box \d+|PMB \d+|G\.?P\.?O\.? Box \d+|Locked Bag \d+`,
} as const satisfies Partial<Format>

const STREETS = String.raw`street|st\.?|road|rd\.?|lane|ln\.?|avenue|ave?\.?|drive|dr\.?|close|cl\.|court|ct\.?|crescent|cres\.?|gardens?|gdns\.?|grove|gr\.|hill|mews|park|parade|pde\.?|place|pl\.?|row|square|sq\.?|terrace|terr?\.?|walk|way|wy\.?|gate|green|rise|view|wharf|quay|mall|boulevard|blvd\.?|circle|cir\.?|highway|hwy\.?|parkway|pkwy\.?|plaza|plz\.?|trail|trl\.?|turnpike|pike|loop|alley|aly\.?|bend|cove|cv\.?|crossing|xing|expressway|freeway|landing|ridge|run|square|yard|broadway|strand|embankment|estate|vale|bank|end|mount|path|circus|approach|bridge|common|croft|dale|fields?|heights|hts\.?|meadows?|oval|passage|promenade|side|villas|rowe|cross|avenue of the americas|bowery|drove|industrial estate|business park|retail park|trading estate|science park|gate street|wood|brae|wynd|loan|esplanade|lower|upper|demesne|strasse`

/** Flats, floors, buildings and places within an estate. */
const UNITS = String.raw`flats?|wards?(?= [\dA-Z])|apartments?|apts?\.?|units?|suites?|ste\.?|floor|fl\.?|rooms?|rm\.?|studio(?= ?\d| [A-Z]$|$)|blocks?|blk\.?|basement|maisonette|penthouse|levels?|bays?|offices?|docks?|gates?|warehouses?|buildings?|bldgs?\.?|hangar|plots?|berth|pitch|pier(?= [\dA-Z])|stall|kiosk|locker|shop(?= \d)|villa(?= \d)|annexe?|the annexe?|po box|dept\.?|mailstop|mail stop|ms(?= \d)|stop(?= \d)|wing|stairs?|staircase|entrance|door|\d{1,3}(?:st|nd|rd|th) (?:floor|fl)|(?:upstairs|downstairs|rear|front|ground|first|second|third|fourth|fifth|sixth|top|upper|lower|garden|mezzanine) (?:floor|flat|level)|rear of|c\/o`

/** United Kingdom, Ireland, United States, Canada, Australia. */
export const ENGLISH: readonly Format[] = [
  {
    ...shared,
    country: 'GB',
    pattern: String.raw`[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}`,
    unmistakable: true,
    number: String.raw`(?:No\.? ?)?\d{1,5} ?[a-h]?(?: ?[-–/] ?\d{1,5} ?[a-h]?)?`,
    starts: 'Heol|Ffordd|Stryd|L[oô]n|Rhodfa|Maes|Cwrt',
    words: STREETS,
    unit: String.raw`(?:${UNITS}|the [a-z]+ (?:cottage|barn|lodge|house))(?![a-z])`,
    states: String.raw`(?:Greater )?London(?= \S)|Greater Manchester|Merseyside|West Midlands|(?:North|South|West|East)(?: Riding of)? Yorkshire|Tyne (?:and|&) Wear|Bedfordshire|Beds|Berkshire|Berks|Buckinghamshire|Bucks|Cambridgeshire|Cambs|Cheshire|Cornwall|Cumbria|Derbyshire|Devon|Dorset|(?:Co(?:unty|\.)? )Durham|(?:East|West) Sussex|Essex|Gloucestershire|Glos|Hampshire|Hants|Herefordshire|Hertfordshire|Herts|Isle of [A-Z][a-z]+|(?:(?:North|South|East|West|Mid|Greater) )?(?:[A-Z][a-z]+-)?[A-Z]?[a-z]*shire|Isles of Scilly|Highlands?|Moray|Angus|Argyll(?: (?:and|&) Bute)?|Scottish Borders|Dumfries (?:and|&) Galloway|Orkney|Shetland|Clackmannanshire|Banffshire|Berwickshire|Inverness-shire|Kinross-shire|Peeblesshire|Renfrewshire|Roxburghshire|Sutherland|Caithness|Conwy|Denbighshire|Flintshire|Anglesey|Rhondda Cynon Taf|Merthyr Tydfil|Vale of Glamorgan|Carms|Pembs|Avon|Cleveland|Humberside|Huntingdonshire|Westmorland|(?:North|South|West|East) Yorks|Kent|Lancashire|Lancs|Leicestershire|Leics|Lincolnshire|Lincs|Norfolk|Northamptonshire|Northants|Northumberland|Nottinghamshire|Notts|Oxfordshire|Oxon|Rutland|Shropshire|Somerset|Staffordshire|Staffs|Suffolk|Surrey|Warwickshire|Wiltshire|Wilts|Worcestershire|Worcs|Middlesex|Middx|Aberdeenshire|Ayrshire|Fife|Lanarkshire|Midlothian|East Lothian|West Lothian|Perthshire|Stirlingshire|Glamorgan|Mid Glamorgan|South Glamorgan|West Glamorgan|Gwent|Gwynedd|Dyfed|Powys|Clwyd|Pembrokeshire|Carmarthenshire|Ceredigion|Monmouthshire|(?:Co\.?|County) (?:Antrim|Armagh|Down|Fermanagh|Londonderry|Tyrone)`,
    phone: '44',
  },
  {
    ...shared,
    country: 'IE',
    pattern: String.raw`(?:[AC-FHKNPRTV-Y]\d{2}|D6W) ?(?=[A-Z]*\d)[0-9A-Z]{4}`,
    unmistakable: true,
    number: String.raw`(?:No\.? ?)?\d{1,4} ?[a-h]?(?: ?[-–/] ?\d{1,4} ?[a-h]?)?`,
    words: STREETS,
    unit: String.raw`(?:${UNITS})(?![a-z])`,
    states: String.raw`(?:Co\.?|County) [A-Z][a-z]+|Mayo|Kerry|Clare|Meath|Westmeath|Offaly|Laois|Leitrim`,
    phone: '353',
  },
  {
    ...shared,
    country: 'US',
    pattern: String.raw`\d{5}(?:-\d{4})?`,
    number: String.raw`[NSEW]\d+[NSEW]\d+|\d{1,6}(?:-\d{1,5})?(?:-?[A-H](?= )| [A-DFGH](?= ))?(?: 1/2)?`,
    words: STREETS,
    unit: String.raw`(?:${UNITS}|lot|space|spc\.?|trailer|trlr\.?|ph|lbby|lobby|frnt|rear|uppr|lowr|hngr|slip)(?![a-z])|# ?[a-z\d][a-z\d-]*`,
    states: String.raw`AL|AK|AZ|AR|CA|CO|CT|DE|DC|FL|GA|HI|ID|IL|IN|IA|KS|KY|LA|ME|MD|MA|MI|MN|MS|MO|MT|NE|NV|NH|NJ|NM|NY|NC|ND|OH|OK|OR|PA|RI|SC|SD|TN|TX|UT|VT|VA|WA|WV|WI|WY|PR|AA|AE|AP|GU|VI|D\.C\.|Alabama|Alaska|Arizona|Arkansas|California|Colorado|Connecticut|Delaware|District of Columbia|Florida|Georgia|Hawaii|Idaho|Illinois|Indiana|Iowa|Kansas|Kentucky|Louisiana|Maine|Maryland|Massachusetts|Michigan|Minnesota|Mississippi|Missouri|Montana|Nebraska|Nevada|New Hampshire|New Jersey|New Mexico|New York|North Carolina|North Dakota|Ohio|Oklahoma|Oregon|Pennsylvania|Puerto Rico|Rhode Island|South Carolina|South Dakota|Tennessee|Texas|Utah|Vermont|West Virginia|Virginia|Washington|Wisconsin|Wyoming`,
    phone: '1',
  },
  {
    ...shared,
    country: 'CA',
    pattern: String.raw`[ABCEGHJ-NPRSTVXY]\d[A-Z] ?\d[A-Z]\d`,
    unmistakable: true,
    number: String.raw`(?:\d{1,5}-)?\d{1,6}[A-H]?`,
    words: STREETS,
    unit: String.raw`(?:${UNITS}|local|bureau|app\.?|étage|bâtiment)(?![a-z])|# ?[a-z\d]+`,
    states: String.raw`AB|BC|MB|NB|NL|NS|NT|NU|ON|PE|QC|SK|YT|Ontario|Quebec|Québec|British Columbia|Alberta|Manitoba|Saskatchewan|Nova Scotia|New Brunswick|Newfoundland(?: and Labrador)?|Prince Edward Island|Northwest Territories|Yukon|Nunavut`,
    phone: '1',
  },
  {
    ...shared,
    country: 'SG',
    pattern: String.raw`\d{6}`,
    number: String.raw`(?:Blk |Block )?\d{1,4}[A-H]?`,
    words: STREETS,
    unit: String.raw`#\d{1,3}-\d{1,4}[A-Z]?|(?:${UNITS})(?![a-z])`,
    phone: '65',
  },
  {
    ...shared,
    country: 'AU',
    pattern: String.raw`\d{4}`,
    number: String.raw`(?:\d{1,4}/)?\d{1,5}[A-H]?(?: ?[-–] ?\d{1,5})?`,
    words: STREETS,
    unit: String.raw`(?:${UNITS}|shop|lot|factory|shed|tenancy)(?![a-z])`,
    states: String.raw`NSW|VIC|QLD|SA|WA|TAS|ACT|NT|New South Wales|Victoria|Queensland|South Australia|Western Australia|Tasmania|Northern Territory|Australian Capital Territory`,
    phone: '61',
  },
]
