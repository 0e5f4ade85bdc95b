/** What a letter or a message has around an address: no part of it. */
const GREETINGS = [
  String.raw`hi|hello|hey|dear (?:all|team|sir|madam|sir or madam|customer service|sirs?|support|seller)|hi (?:there|all|team)|hello (?:there|all|team)|all the best|many thanks in advance|thanks (?:ever so much|a million|a bunch|so much)|much appreciated|ta|thanks in advance|thank you (?:very much|so much|in advance)|thx|have a (?:nice|good|great) (?:day|weekend)|good (?:morning|afternoon|evening|day)|thanks|thank you|many thanks|thanks a lot|cheers|(?:kind|best|warm|with kind|with best)? ?regards|best wishes|yours (?:sincerely|faithfully)|sincerely|please|dear sirs`,
  String.raw`hallo|hallöchen|moin|moin moin|servus|grüß gott|grüß dich|grüezi|guten (?:tag|morgen|abend)|danke|vielen dank|herzlichen dank|(?:vielen|ganz|tausend) (?:lieben |herzlichen )?dank|(?:lieben|tausend) dank|dankeschön|danke (?:schön|sehr|vielmals|im voraus|und gruß|dir|ihnen|euch)|(?:vielen|besten|herzlichen) dank(?: im voraus| schon mal| vorab)?|(?:viele|liebe|beste|schöne|herzliche|freundliche) gr(?:ü|ue)(?:ß|ss)e|hallo (?:zusammen|team)|liebes team|schönen tag(?: noch)?|mfg|lg|vg|(?:mit )?(?:freundlichen?|besten?|vielen?|lieben?|herzlichen?|schönen?) gr(?:ü|ue)(?:ß|ss)en?|gr(?:ü|ue)(?:ß|ss)e|gruß|bitte|sehr geehrte damen und herren`,
  String.raw`bonjour|bonsoir|salut|coucou|merci|mille mercis|un grand merci|grand merci|merci (?:mille fois|infiniment|bcp|beaucoup|d['’]avance|bien|à vous|par avance)|bien à toi|amicalement|avec mes remerciements|bonne réception|bonjour à tous|cher service client|cordialement|bien cordialement|bien à vous|(?:sincères |meilleures )?salutations|s'il vous pla[iî]t|bonne (?:journée|soirée)|svp|à bientôt|madame,? monsieur|messieurs`,
  String.raw`hoi|hoi hoi|goeiedag|goeiemorgen|goeiemiddag|goeienavond|hallo|dag|beste|goedendag|goedemorgen|goedemiddag|goedenavond|bedankt|(?:heel erg|super|hartelijk|reuze|erg|duizendmaal) (?:bedankt|dank)|dankjewel|dankuwel|bij voorbaat dank|(?:alvast )?(?:bedankt|dank)(?: alvast)?|fijne dag(?: verder)?|geachte (?:heer|mevrouw|heer\/mevrouw|heer of mevrouw)|beste (?:team|klantenservice)|dank (?:je|u)(?: wel)?|alvast bedankt|(?:met )?(?:vriendelijke|hartelijke)? ?groet(?:en|jes)?|mvg|gr|grtjs|grtz|vlg|xx|alsjeblieft|alstublieft|aub`,
].join('|')
export const GREETING = new RegExp(
  `^(?:${GREETINGS})(?:(?: ?[!.,]| ?:\\)| ?;\\)|,? (?:und|and|et|en|&))* (?:${GREETINGS}))*(?: ?(?:!|\\.|,|:\\)))*$`,
  'iu',
)

/** "merci de livrer chez", "stuur maar naar": asks for a delivery, the address follows. */
const SENDS = String.raw`[Dd]eliver|[Ss]end|[Ss]hip|[Pp]ost|[Ll]ivrer|[Ee]nvoyer|[Ee]xpédier|[Ll]ivraison|[Ss]chick(?:en|e|t)?|[Ss]enden|[Ss]ende|[Ll]iefern|[Ll]iefere|[Ll]ieferung|[Vv]ersand|[Ss]tuur|[Ss]turen|[Bb]ezorg(?:en|ing)?|[Ll]ever(?:en|ing)?|[Vv]erzend(?:en|ing)?|[Ss]hipment|[Dd]elivery|[Bb]estemd|[Bb]estimmt|[Dd]estiné|[Pp]akket|[Pp]aket|[Cc]olis`
export const ASKS_DELIVERY = new RegExp(
  String.raw`^(?:\p{L}[\p{Ll}’']* ){0,6}?(?:${SENDS})(?: \p{Ll}[\p{Ll}’']*){0,5}(?: à| an| to| bij| naar| chez| at| aan| nach| voor| für| pour| for)\s{0,9}:?\s{1,9}(?=[\p{Lu}\d'’])`,
  'u',
)

/** "Mijn adres is": the address follows. */
export const IS_ADDRESS =
  /^(?:\p{L}+ )?(?:adres|address|adresse|Adresse|Anschrift) (?:is|ist|est|lautet)(?!\p{L})\s{0,9}:?\s{0,9}(?!(?:new|neu|nouvelle|nieuw|changed|geändert|veranderd|gewijzigd|changée|falsch|wrong|fout|not|nicht|niet|now|jetzt|nu|the|die|het)(?!\p{L}))(?=[\p{L}\d])/iu

/** What the driver is asked to do: for the user to read, in no field. */
export const INSTRUCTION =
  /^(?:(?:bitte|please|merci de|svp|graag|s'il vous plaît) \p{L}.*|.*\b(?:klingeln|nachbarn?|abstellen|ring the bell|doorbell|leave (?:with|at|in|by)|sonner|sonnez|laisser|aanbellen|buren|afgeven bij|klingel|interphone en panne|neerzetten|zetten|achterlaten)\b.*)$/iu

/** Words by which a courier is asked, in any place of a part. */
const REQUESTS = [
  String.raw`klingel\p{L}*|abstell(?:en|ung|ort|genehmigung|erlaubnis)\p{L}*|ablegen|ablageort|wunschablageort|abgeben|abzugeben|hinterlegen|zustell(?:en|ung|bar)|nachbar(?:n|in|s)?|vormittags|nachmittags|werktags|abends|anrufen|anklopfen|vorsicht|achtung|zerbrechlich|nicht (?:knicken|werfen|stürzen)|zwischen \d+|(?:ab|bis|vor|nach) \d{1,2}(?::\d\d)? uhr|defekt|hund|zahlung|bezahlt|zahle|zahlbar|nachnahme|vorkasse|(?:auf|per|gegen) rechnung|lieferzeit\p{L}*|öffnungszeiten|sackkarre|hebebühne|rufen sie|bitte|briefkasten|haustür|hausmeister|garage stellen|geht nicht|funktioniert nicht|kaputt|vor die tür|stellen sie|nur (?:mo|di|mi|do|fr|montag|werktag)\p{L}*`,
  String.raw`leave|ask for|authority to|safe place\p{L}*|left with|ring (?:the|bell|twice|for|at|upon|door)|please|knock|call (?:me|us|before|on|when|ahead|first|upon)|deliver(?:y|ies)? (?:to|only|after|before|between|at|by|round)|paid|payment|cash on delivery|prepaid|(?:on|per|by) invoice|on account|round the (?:side|back)|doorbell|buzzer|buzz|neighbou?rs?|porch|safe place|signature|gate code|door code|access code|entry code|fragile|handle with care|(?:before|after) (?:\d|noon|lunch)|between \d+|(?:am|pm) only|weekdays|do not|don['’]t|beware|mind the|out of order|not working|broken|if (?:out|not|no)|(?:side|back|rear|front) (?:door|gate|entrance)`,
  String.raw`sonner|demander|sonnez|laisser|laissez|déposer|déposez|livrer|livraison (?:le|en|avant|après|entre|uniquement|à|au)|gardien(?:ne)?|concierge|voisine?s?|(?:avant|après) \d|entre \d+|appeler|appelez|prévenir|téléphoner|attention (?:au|à la|chien)|fragile|paiement|payée?s?|payable|contre[- ]remboursement|(?:sur|à réception de) facture|par virement|en panne|ne pas|absente?s?|portail|sur rendez-vous|boîte aux lettres|svp|s['’]il vous plaît|merci de|loge|uniquement|ne marche pas|ne fonctionne pas|cassée?`,
  String.raw`aanbellen|bellen|bel (?:niet|even|is|defect|kapot)|geen bel|buren|buurvrouw|buurman|afgeven|neerzetten|achterlaten|levering (?:via|na|voor|tussen)|vragen naar|leveren|bezorgen|tussen \d+|(?:voor|na) \d{1,2}(?:[:.]\d\d)? ?u(?:ur)?|betaling|betaald|betalen|(?:per|op) factuur|op rekening|onder rembours|niet thuis|mag bij|mag naar|breekbaar|schutting|achterdeur|voordeur|zijdeur|let op|hond|niet (?:vouwen|gooien|buigen)|s\.v\.p\.|aub|a\.u\.b\.|alstublieft|graag|pakketje|pakje|brievenbus|niet voor|alleen|portier|werkt niet|kapot|defect|mag ook|mag ook`,
].join('|')
const REQUEST = new RegExp(`(?<![\\p{L}\\d-])(?:${REQUESTS})(?![\\p{L}])`, 'iu')
const CODE_NOTE =
  /^(?:(?:gate|door|entry|access|key ?box|lock ?box|garage|building|buzzer|lobby) code:? \S+|code(?: (?:porte|portail|immeuble|bâtiment|d['’]accès|entrée|d['’]entrée|hall))? ?:? [\dA-Z]{3,}|digicode ?:? \S+|interphone \S.*|buzzer \S+|(?:tür|haus|tor)code:? \S+|(?:poort|deur|toegangs)code:? \S+)$/i
/** neben der Apotheke, next to the bank: in small letters and without a number. */
const NEXT_TO =
  /^(?:next to|opposite|just (?:behind|past|off)|behind the|neben de[rm]|gegenüber|hinter de[rm]|à côté d|en face d|derrière l|naast (?:de|het)|tegenover|achter (?:de|het)) ?\p{L}/u
/**
 * A remark to the courier: words that ask, more than one of them, most in small letters, as no name
 * or street is written.
 */
export function isRequest(text: string): boolean {
  if (CODE_NOTE.test(text) || (NEXT_TO.test(text) && !/\d/.test(text))) return true
  // Abstellort: Carport.
  const [, label] = /^([\p{L} ]{4,30}): ?\S/u.exec(text) ?? []
  if (label !== undefined && REQUEST.test(label)) return true
  const words = text.split(' ')
  if (words.length < 2 || /\d{4}/.test(text) || !REQUEST.test(text)) return false
  // "demander Kevin" begins with what is asked.
  if (/^\p{Ll}/u.test(text) && !/\d/.test(text) && REQUEST.exec(text)?.index === 0) return true
  const [, ...behind] = words.filter((word) => /^\p{L}/u.test(word))
  const small = behind.filter((word) => /^\p{Ll}/u.test(word)).length
  return small * 2 >= behind.length
}

/** What one is, by what the words are made of: Head of Operations, Chargée de clientèle. */
const MORE_ROLES = [
  String.raw`(?:the )?(?:manager|proprietor|occupier|owner|householder|headteacher|principal|bursar|head teacher|site manager|practice manager)|(?:deputy |global |regional )?head of \p{L}.*|(?:(?:senior|junior|deputy|assistant|regional|area|export|import|facilities|facility|site|branch|supply chain|customer service|key account|hr|it|front[- ]of[- ]house|stores|workshop|production|quality|practice|procurement|finance|shop|team|business development|buying|studio|property|estates?|events?) )+(?:manager|officer|coordinator|lead|leader|supervisor|administrator|buyer|assistant|executive|director|clerk)|(?:vice[- ])?president|(?:general |executive |company |personal )(?:secretary|assistant|director)|bookkeeper|accountant|receptionist|headteacher|purchaser|partner|procurement`,
  String.raw`(?:stellv\. |stellvertretende[rn]? )?\p{L}{3,}leit(?:er|erin|ung)|leitung(?: \p{L}.*)?|(?:kaufmännische[r]? |technische[r]? )(?:leiter(?:in)?|leitung|angestellte[r]?)|sachbearbeit(?:er|erin|ung)(?: \p{L}.*)?|assisten(?:z|t|tin)(?: (?:der|des) \p{L}.*)?|(?:team|geschäftsleitungs|vertriebs|projekt)assisten(?:z|tin)|einkauf(?:ssachbearbeiter(?:in)?)?|disponent(?:in)?|referent(?:in)?|buchhalter(?:in)?|sekretär(?:in)?|(?:kunden|verkaufs|außendienst)berater(?:in)?|meisterbetriebsleiter|lagerist(?:in)?|mitinhaber(?:in)?|gesellschafter(?:in)?`,
  String.raw`assistant(?:e)?(?: (?:de|commercial|administrati|ach|direction|logistique).*)?|acheteu(?:r|se)(?: \p{L}.*)?|chargée? d(?:e|es|u|['’]) ?\p{L}.*|comptable|gestionnaire(?: \p{L}.*)?|secrétaire(?: \p{L}.*)?|technicien(?:ne)?(?: \p{L}.*)?|ingénieure?(?: \p{L}.*)?|commerciale?|attachée? \p{L}.*|magasinier|magasinière|adjointe? .*|coordinat(?:eur|rice)(?: \p{L}.*)?|fondat(?:eur|rice)|co-?gérante?|associée?(?: gérante?)?|approvisionneu(?:r|se)|directeur|directrice|pdg|dg|daf`,
  String.raw`hoofd \p{L}.*|medewerk(?:er|ster) \p{L}.*|manager \p{L}.*|(?:verkoop|team|afdelings|project|magazijn|inkoop|filiaal|winkel|kantoor|locatie)(?:leider|leidster|manager|hoofd|verantwoordelijke)|directie-?assistente?|managementassistente?|boekhoud(?:er|ster)|secretaresse|office ?manager|mede-?eigenaar|vennoot|assistent-?inkoper|(?:senior |junior )?inko(?:per|opster)|planner|magazijnier|aankoper|administratief medewerker|receptioniste?|algemeen directeur|verantwoordelijke \p{L}.*`,
].join('|')
/** What one does in a company. */
export const ROLE = new RegExp(
  String.raw`^(?:geschäftsführer(?:in)?|inhaber(?:in)?|prokurist(?:in)?|einkäufer(?:in)?|einkaufsleiter(?:in)?|vertriebsleiter(?:in)?|(?:team|abteilungs|betriebs|filial)leiter(?:in)?|leiter(?:in)? \p{L}.*|responsable \p{L}.*|gérante?|directeur(?: \p{L}.*)?|directrice(?: \p{L}.*)?|chef de \p{L}.*|président(?:e)?|(?:managing |sales |finance |technical )?director|ceo|cfo|cto|coo|owner|founder|co-founder|(?:sales|office|store|warehouse|purchasing|account|project|operations|general|marketing|logistics|product) manager|buyer|eigenaar|eigenares|zaakvoerder|directeur|bestuurder|inkoper|bedrijfsleider|hausmeister(?:in)?|pförtner(?:in)?|kassenwart(?:in)?|vorsitzende[rn]?|concierge|conciërge|gardien(?:ne)?|janitor|caretaker|porter|secretary|chairman|vestigingsmanager|${MORE_ROLES})$`,
  'iu',
)

/** Chinese courtesy: what comes before an address, and what stands alone behind it. */
export const CHINESE_LEAD =
  /^(?:(?:新?(?:收[件货])?(?:地址|住址)[是为]|(?:请|麻烦)?(?:电话)?联系人?(?:[是为])?(?=[\u4e00-\u9fff]{2,3}$))|(?:您好|你好|老板|亲|麻烦您?|请|帮我?|帮忙|货|东西|包裹|快递|我的?|新|改|现在|公司|家里|单位)*(?:地址(?:改成|改为|换成|改到|在)|发货到|寄件到|请寄|寄到|寄往|寄给|寄至|寄(?=[:：])|发到|发往|发给|发至|送到|送至|送往|邮寄到|快递到|发货到|收货地址是|地址是|地址为|地址)[:：]?)/u
export const CHINESE_THANKS =
  /^(?:非常|十分|万分)?(?:谢谢|多谢|感谢|谢了|辛苦了?|麻烦了?|拜托了?|你好|您好|亲|老板|在吗)(?:您|你|啦|了|哦|啊|老板|亲|哈|~|!)*$/u
/** What is left of a sentence that announces an address: 请发这个. */
export const CHINESE_ANNOUNCES =
  /^(?:老板|亲|你好|您好|麻烦|辛苦|请|帮忙|帮我|帮|地址|收货|收件|信息|给你|给您|发你|发您|改|换|一下|成|为|到|往|至|如下|以下|下面|新|这个|这里|这边|寄|发|送|件|货|是|的|了|吧|哈|哦|啊|呢|地方|位置)+$/u
/** What the courier is asked to do, in any words: 不在家放物业. */
export const CHINESE_ASKS =
  /^(?!.*\d).{0,8}(?:发票|抬头|开票|不在|没人|无人|到了(?:放|打|叫|联系|喊)|(?<!开)放(?:在|到|给|置)?.{0,4}(?:那|那里|那儿|处|阿姨|大爷|师傅|快递架|架子|鞋柜|消防栓)|(?<!开)放(?:在|到|置)?(?:门口|物业|门卫|保安|驿站|丰巢|快递柜|前台|柜|菜鸟|楼下)|送货上门|送上门|电话联系|电联|打电话|发短信|别放|勿放|不放|自提|易碎|轻拿轻放|本人签收|到付|验货|开箱|敲门|按门铃|送上楼|送到楼上|上楼|送货|派送|拍照|微信同号|同微信).{0,15}$/u
/** What the courier is asked to do. */
export const CHINESE_WISH =
  /^(?:请|麻烦|务必|不要|勿|别|切勿|尽量|最好|周末|周[一二三四五六日]|工作日|节假日|白天|晚上|上午|下午|派送|派件|送货|发货|到货|如|放|打电话|提前|易碎|轻放|小心|急件|加急|发顺丰|发圆通|发中通|发韵达|发邮政).*[放送打电派寄投发急件前碎顺通达政收联系货签]|^.{0,10}(?:请|务必|切勿|不要).+/u
