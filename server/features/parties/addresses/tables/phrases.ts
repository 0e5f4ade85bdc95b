/** What a letter or a message has around an address: no part of it. */
const GREETINGS = [
  String.raw`hi|hello|hey|dear (?:all|team|sir|madam|sir or madam|customer service)|good (?:morning|afternoon|evening|day)|thanks|thank you|many thanks|thanks a lot|cheers|(?:kind|best|warm|with kind|with best)? ?regards|best wishes|yours (?:sincerely|faithfully)|sincerely|please|dear sirs`,
  String.raw`hallo|moin|servus|grüezi|guten (?:tag|morgen|abend)|danke|vielen dank|herzlichen dank|danke (?:schön|sehr|im voraus)|mfg|lg|vg|(?:mit )?(?:freundlichen?|besten?|vielen?|lieben?|herzlichen?|schönen?) gr(?:ü|ue)(?:ß|ss)en?|gr(?:ü|ue)(?:ß|ss)e|gruß|bitte|sehr geehrte damen und herren`,
  String.raw`bonjour|bonsoir|salut|coucou|merci|merci (?:beaucoup|d'avance|bien)|cordialement|bien cordialement|bien à vous|(?:sincères |meilleures )?salutations|s'il vous pla[iî]t|bonne (?:journée|soirée)|svp|à bientôt|madame,? monsieur|messieurs`,
  String.raw`hoi|hallo|dag|beste|goedendag|goedemorgen|goedemiddag|goedenavond|bedankt|dank (?:je|u)(?: wel)?|alvast bedankt|(?:met )?(?:vriendelijke|hartelijke)? ?groet(?:en|jes)?|mvg|alsjeblieft|alstublieft|aub`,
].join('|')
export const GREETING = new RegExp(`^(?:${GREETINGS})(?: ?(?:!|\\.|,|:\\)))*$`, 'iu')

/** "merci de livrer chez", "stuur maar naar": asks for a delivery, the address follows. */
const SENDS = String.raw`[Dd]eliver|[Ss]end|[Ss]hip|[Pp]ost|[Ll]ivrer|[Ee]nvoyer|[Ee]xpédier|[Ll]ivraison|[Ss]chick(?:en|e|t)?|[Ss]enden|[Ss]ende|[Ll]iefern|[Ll]iefere|[Ll]ieferung|[Vv]ersand|[Ss]tuur|[Ss]turen|[Bb]ezorg(?:en|ing)?|[Ll]ever(?:en|ing)?|[Vv]erzend(?:en|ing)?|[Ss]hipment|[Dd]elivery|[Bb]estemd|[Bb]estimmt|[Dd]estiné|[Pp]akket|[Pp]aket|[Cc]olis`
export const ASKS_DELIVERY = new RegExp(
  String.raw`^(?:\p{L}[\p{Ll}’']* ){0,6}?(?:${SENDS})(?: \p{Ll}[\p{Ll}’']*){0,5}(?: à| an| to| bij| naar| chez| at| aan| nach| voor| für| pour| for)\s*:?\s+(?=[\p{Lu}\d'’])`,
  'u',
)

/** "Mijn adres is": the address follows. */
export const IS_ADDRESS =
  /^(?:\p{L}+ )?(?:adres|address|adresse|Adresse|Anschrift) (?:is|ist|est|lautet)\s*:?\s*(?=[\p{Lu}\d])/u

/** What the driver is asked to do: for the user to read, in no field. */
export const INSTRUCTION =
  /^(?:(?:bitte|please|merci de|svp|graag|s'il vous plaît) \p{L}.*|.*\b(?:klingeln|nachbarn?|abstellen|ring the bell|doorbell|leave (?:with|at|in|by)|sonner|sonnez|laisser|aanbellen|buren|afgeven bij|klingel|interphone en panne|neerzetten|zetten|achterlaten)\b.*)$/iu

/** What one does in a company. */
export const ROLE =
  /^(?:geschäftsführer(?:in)?|inhaber(?:in)?|prokurist(?:in)?|einkäufer(?:in)?|einkaufsleiter(?:in)?|vertriebsleiter(?:in)?|(?:team|abteilungs|betriebs|filial)leiter(?:in)?|leiter(?:in)? \p{L}.*|responsable \p{L}.*|gérante?|directeur(?: \p{L}.*)?|directrice(?: \p{L}.*)?|chef de \p{L}.*|président(?:e)?|(?:managing |sales |finance |technical )?director|ceo|cfo|cto|coo|owner|founder|co-founder|(?:sales|office|store|warehouse|purchasing|account|project|operations|general|marketing|logistics|product) manager|buyer|eigenaar|eigenares|zaakvoerder|directeur|bestuurder|inkoper|bedrijfsleider|vestigingsmanager)$/iu

/** Chinese courtesy: what comes before an address, and what stands alone behind it. */
export const CHINESE_LEAD =
  /^(?:您好|你好|老板|亲|麻烦您?|请|帮我?|帮忙)*(?:寄到|寄往|寄给|寄至|寄(?=[:：])|发到|发往|发给|发至|送到|送至|送往|邮寄到|快递到|发货到|收货地址是|地址是|地址为|地址)[:：]?/u
export const CHINESE_THANKS =
  /^(?:非常|十分|万分)?(?:谢谢|多谢|感谢|谢了|辛苦了?|麻烦了?|拜托了?|你好|您好|亲|老板|在吗)(?:您|你|啦|了|哦|啊|老板|亲|哈|~|!)*$/u
/** What the courier is asked to do. */
export const CHINESE_WISH =
  /^(?:请|麻烦|务必|不要|勿|别|切勿|尽量|最好|周末|周[一二三四五六日]|工作日|节假日|白天|晚上|上午|下午|派送|派件|送货|发货|到货|如|放|打电话|提前|易碎|轻放|小心|急件|加急|发顺丰|发圆通|发中通|发韵达|发邮政).*[放送打电派寄投发急件前碎顺通达政收联系货签]|^.{0,10}(?:请|务必|切勿|不要).+/u
