import type { Format } from './format.ts'
import { CANTONS } from './swiss.ts'
import { FRENCH_STREETS } from './formats.french.ts'

const shared = {
  code: 'before',
  house: 'after',
  number: String.raw`(?:Nr\.? ?)?\d{1,4} ?[a-z]?(?: ?[-–/+&] ?\d{1,4} ?[a-z]?|/[a-z])*(?: ?1/2)?`,
  starts: String.raw`Am|An der|An den|An dem|Auf der|Auf dem|Auf den|Im|In der|In den|In dem|Zum|Zur|Zu den|Unter den|Unter der|Hinter der|Hinter dem|Vor dem|Vor der|Bei der|Beim|Alte[rs]?|Neue[rs]?|Große|Kleine|Obere|Untere|Lange|Straße (?:des|der|am|zum|zur)|Platz (?:des|der|am)|Allee (?:des|der)|Rue|Ring`,
  ends: String.raw`stra(?:ß|ss)e|stra?\.|str|gasse|gässchen|weg|platz|allee|ring|damm|ufer|markt|graben|chaussee|steig|stieg|pfad|wall|höhe|berg|bühl|hof|kamp|kai|brücke|leite|winkel|zeile|feld|steg|twiete|redder|anger|garten|gärten|aue|tal|promenade|park|tor|hang|grund|rain|wiese|wiesen|stiege|terrasse|linden|bogen|rondell|bach|horst|eck|siedlung|heide|mühle|deich|bleiche`,
  words: String.raw`Stra(?:ß|ss)e|Str\.?|Platz|Pl\.|Allee|Weg|Ring|Gasse|Damm|Ufer|Chaussee|Markt|Kai|Promenade|Tor`,
  leads: String.raw`Alte[rs]?|Neue[rs]?|Große[rs]?|Kleine[rs]?|Obere[rs]?|Untere[rs]?|Am|An|Auf|Im|In|Zum|Zur|Zu|Unter|Hinter|Vor|Bei|der|den|dem|des|St\.|Sankt|Dr\.|Prof\.`,
  box: String.raw`Postfach$|(?:Postfach|Postf\.|PF) ?\d[\d ]{0,10}`,
  unit: String.raw`(?:\d{1,2}\. ?(?:OG|Obergeschoss|Stock|Etage|UG|St\.?|Stiege)|EG|Erdgeschoss|DG|Dachgeschoss|UG|Souterrain|Whg\.?|Wohnung|App\.?|Apartment|Appartement|Top|Tür|Stiege|Stock|Etage|Hinterhaus|Vorderhaus|Seitenflügel|Hinterhof|Gartenhaus|HH|VH|Haus|Gebäude|Geb\.|Halle|Tor|Aufgang|Eingang|Block|Zimmer|Zi\.|Raum|Büro|Bau|Rampe|Ebene|Turm|Werk|Lager|Filiale|Station|Rgb\.?|Rückgebäude|Gartenhof|Hof|Stellplatz|Parzelle|Liegeplatz|Steg|Box|Schließfach|Trakt|Flügel|Bereich|Zugang|Hintereingang|Nebeneingang|Seiteneingang|\d{1,2}\. (?:Hinterhof|Hof|Aufgang))(?![a-zäöüß])|(?:links|rechts|mitte)(?!\p{L})`,
} as const satisfies Partial<Format>

/** Germany, Austria, Switzerland. */
export const GERMAN: readonly Format[] = [
  {
    ...shared,
    country: 'DE',
    pattern: String.raw`\d{5}`,
    prefix: 'DE?',
    states:
      'Baden-Württemberg|Bayern|Bavaria|Brandenburg|Hessen|Mecklenburg-Vorpommern|Niedersachsen|Nordrhein-Westfalen|NRW|Rheinland-Pfalz|Saarland|Sachsen|Sachsen-Anhalt|Schleswig-Holstein|Thüringen|Berlin|Hamburg|Bremen',
    phone: '49',
  },
  {
    ...shared,
    country: 'AT',
    pattern: String.raw`[1-9]\d{3}`,
    prefix: 'AT?|Ö',
    states:
      'Burgenland|Kärnten|Niederösterreich|Oberösterreich|Salzburg|Steiermark|Tirol|Vorarlberg|Wien',
    number: String.raw`\d{1,4} ?[a-z]?(?:/[IVX]{1,4}(?!\p{L})| ?[-–/] ?\d{1,4} ?[a-z]?)*`,
    phone: '43',
  },
  {
    ...shared,
    country: 'CH',
    states: `${CANTONS}|Aargau|Appenzell (?:Inner|Ausser)rhoden|Basel-Landschaft|Basel-Stadt|Bern|Berne|Freiburg|Fribourg|Genf|Genève|Glarus|Graubünden|Grisons|Jura|Luzern|Neuenburg|Neuchâtel|Nidwalden|Obwalden|Sankt Gallen|St\\. Gallen|Schaffhausen|Schwyz|Solothurn|Tessin|Ticino|Thurgau|Uri|Waadt|Vaud|Wallis|Valais|Zug|Zürich`,
    starts: `${shared.starts}|${FRENCH_STREETS.starts}|Via|Viale|Piazza|Vicolo`,
    unit: `${shared.unit}|${FRENCH_STREETS.unit}`,
    box: String.raw`Postfach$|(?:Postfach|PF|Case postale|Casella postale|CP) ?\d[\d ]{0,6}`,
    pattern: String.raw`[1-9]\d{3}`,
    prefix: 'CH',
    phone: '41',
  },
]
