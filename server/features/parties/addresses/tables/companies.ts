/** Legal forms as they are also typed, in any case: Bvba, gmbh. */
const LEGAL =
  /(?<![\p{L}\p{N}.])(?:gmbh|bvba|sprl|sarl|s\.a\.r\.l\.?|sasu|eurl|selarl|llc|ltd|inc|vof|v\.o\.f\.?|vzw|asbl|ohg|gbr|plc|pty|kgaa|stichting|coöperatie|cooperatie|maatschap|scea|gaec|og|keg|e\.u\.|earl|scop|selas|scp|gie|eenmanszaak|genossenschaft|\p{L}+genossenschaft)(?![\p{L}\p{N}])/iu
/**
 * Ends of words that name a trade: Slotenmakerij, Tegelwerken, Fotostudio, Scierie, Töpferei. A
 * surname may end so, too, so it counts only where no given name stands in front.
 */
const ENDS = [
  'coöperatie|cooperatie|erij|erijen|werken|werkt|bouw|bouwen|zaak|winkel|diensten|dienst|bedrijf|bedrijven|makers|kliniek|centrum|schap|beheer|advies|montage|techniek|studio|studios|shop|shops|store|handel|groep|fabriek|atelier|wereld|kwekers|boeken|optiek|praktijk|school|club|vereniging|koor|orkest|fonds|bond|federatie|kapper|kappers|kantoor|transport|verhuur|verkoop|reizen|sport|media|design|lab|labs|bar|cafe|café|hotel|hostel|huis',
  'zollamt|finanzamt|bauamt|landratsamt|standesamt|ordnungsamt|jugendamt|gesundheitsamt|bürgeramt|rathaus|amtsgericht|landgericht|erei|ereien|bau|bauten|service|services|zentrum|markt|laden|lädchen|werk|werke|werft|center|team|praxis|verein|verband|schaft|stiftung|kita|heim|klinik|stelle|stube|küche|kellerei|mühle|hütte|halle|technik|systeme|planung|beratung|agentur|vertrieb|versand|handlung|geschäft|fabrik|galerie|akademie|apotheke|haus|hof|garten|kasse|verwaltung|vermietung|verleih|stall|versorger|pflege|reinigung|bedarf|waren|möbel|moden|reisen|optik|akustik|medien|kunst|druck|welt|logistik|spedition|solar|energie',
  'erie|eries|iserie|bricolage|automobile|automobiles|coiffure|esthétique|optique|informatique|électricité|plomberie|maçonnerie|paysage|paysages|immobilier|assurances|conseils',
  'landscaping|catering|cleaning|gardening|grooming|tutoring|framing|tailoring|upholstery|scaffolding|welding|fencing|glazing|decorating|engraving|embroidery|signage|signs|haulage|removals|lettings|fisheries|saddlery|smithy|distillery|tannery|montessori|preschool|playgroup|tackle|barbers|hairdressers?|upholsterers|chandlery|trophies|awnings|pest control|daycare|childcare|print|prints|printing|works|wear|ware|house|craft|crafts|tech|soft|worx|shack|barn|ery|brewery|bakery|nursery|fitters|makers|builders|growers|wines|foods|bikes|cycles|books|records|tools|parts|supplies|electrics|textiles|fabrics|ceramics|boats|marine|motors|tyres|flooring|lighting|joinery|carpentry|roofing|landscapes|gardens|interiors|kitchens|studios|clinic|academy|institute|laundry|cleaners|stationers|printers|photography',
].join('|')
const TRADE_END = new RegExp(String.raw`(?<!\p{L})\p{L}{3,}(?:${ENDS})(?!\p{L})`, 'iu')
/** Nene Valley Stamps: a landscape, and what is made or sold there. */
const LANDSCAPE =
  /^\p{Lu}\p{L}+ (?:Valley|Coast|Bay|River|Lakes?|Moor|Forest|Ridge|Island|Peak|County|Country|Harbou?r|Downs|Wolds|Dales|Mountain|Prairie) \p{Lu}\p{L}+/u
const TRADE_WORD = new RegExp(
  String.raw`(?<!\p{L})(?:${ENDS.split('|')
    .filter((end) => end.length > 4)
    .join('|')})(?!\p{L})`,
  'iu',
)
/** Words a place of work begins with. */
const LEADS =
  /\S (?:B ?& ?B|BnB|guest ?house|escape rooms?)$|^(?:(?:l[ae] |les |het |de |the |der |die |das |zur |zum )?(?:fietsenmaker|schoenmaker|slotenmaker|kapper|bakker|slager|groenteboer|loodgieter|timmerman|stukadoor|elektro|auto|metallbau|stahlbau|holzbau|haustechnik|getränke|blumen|radsport|zweirad|foto|sanitär|heizung|friseur|friseursalon|optik|möbel|reifen|landtechnik|gartenbau|malerbetrieb|malermeister|bäckerei|metzgerei|fleischerei|konditorei|buchhandlung|schreinerei|tischlerei|zimmerei|dachdecker|autohaus|getränkemarkt|reisebüro|fahrschule|kfz|garage|garten|imkerei|töpferei|schneiderei|spielwaren|schreibwaren|schuhhaus|modehaus|musikhaus|sporthaus|coopérative|cave coopérative|union|amicale|boulangerie|boucherie|charcuterie|fromagerie|pâtisserie|fleuriste|coiffure|ferronnerie|menuiserie|plomberie|électricité|maçonnerie|peinture|carrosserie|pressing|opticien|bijouterie|quincaillerie|jardinerie|poissonnerie|bakkerij|slagerij|bloemen|bloemenhuis|fietsen|rijwielen|elektro|garagebedrijf|autobedrijf|schildersbedrijf|loodgietersbedrijf|bouwbedrijf|aannemersbedrijf|kwekerij|drukkerij|boekhandel|kinderdagverblijf|snackbar|drogisterij|gîtes?|sté|ste|scierie|moulin|auberge|relais|refuge|camping|atelier|épicerie|halles|maison (?:de|des|du)|chambres?|tabac|bar|crêperie|bistrot?|cave|clinique|école|collège|lycée|institut|crèche|médiathèque|bibliothèque|théâtre|cinéma|musée|hôpital|ehpad|mairie|office|comité|club|fc|sv|tsv|sc|vfb|vfl|dlrg|drk|awo|ev\.|ev|evangelische|katholische|städtische[sr]?|freiwillige|kleingarten|pfarramt|kath\.|café|cafe|eetcafé|brasserie|herberg|hof van|hoeve|sporthal|dorpshuis|museum|theater|gemeente|huisartsen|tandarts|dierenarts|dierenkliniek|praktijk|salon|kapsalon|bloemist|brouwerij|stal|manege|vv|rkvv|royal|st\.? \p{L}+['’]?s?) )/iu

/** Begins with a trade: Fietsenmaker Ton. */
export const leadsTrade = (text: string): boolean => LEADS.test(text)
export const isLegalForm = (text: string): boolean => LEGAL.test(text)
export const isOfLandscape = (text: string): boolean => LANDSCAPE.test(text)
/** Names a trade, although it could be a surname. */
export const soundsLikeTrade = (text: string): boolean =>
  LEADS.test(text) || TRADE_END.test(text) || TRADE_WORD.test(text)
