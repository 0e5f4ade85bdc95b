import type { Format } from './format.ts'

/** Numbers first, the kind of street before its name. */
export const FRENCH_STREETS = {
  house: 'before',
  number: String.raw`(?:N[°o] ?)?\d{1,4}(?: ?[-–/&] ?\d{1,4})?(?: ?(?:bis|ter|quater)\b| ?[a-f](?![a-zà-ÿ']))?`,
  starts: String.raw`rue|r\.|avenue|av\.?|ave\.?|boulevard|bd\.?|bld\.?|boul\.?|blvd\.?|place|pl\.?|chemin|ch\.|che\.|impasse|imp\.?|allées?|all\.?|quai|route|rte\.?|cours|square|sq\.|passage|sentier|villa(?= \p{L})|cité|corniche|sente|levée|carrefour|rocade|boucle|coulée|placette|ruette|hent|straed|faubourg|fbg\.?|lotissement|lot\.|résidence|rés\.|hameau|lieu[- ]?dit|ld|z\.?a\.?c?\.?|z\.?i\.?|zone (?:industrielle|artisanale|d'activités?|commerciale)|parc d'activités?|esplanade|promenade|rond-point|voie|traverse|montée|côte|mail|ruelle|venelle|clos|domaine|porte|pont|chaussée|parvis|galerie|le bourg|le hameau|centre commercial`,
  box: String.raw`(?:BP|B\.P\.|CS|TSA|Boîte postale|Case postale) ?\d[\d ]{0,8}`,
  unit: String.raw`(?:r[nd] ?\d{1,4}|box|casier|foyer|emplacement|mobil-home|quai(?= [\\dA-Z]+$)|hangar|entrepôt|dock|rampe|local|cellule|casiers?|villa(?= \d)|appartement|appt?\.?|apt\.?|étage|ét\.|escalier|esc\.?|bâtiment|bât\.?|bat\.?|batiment|porte|immeuble|imm\.?|résidence|rés\.?|hall|entrée|tour|lot|studio(?= ?\d|$)|chambre|bureau|maison|boîte|bte|rdc|rez-de-chaussée|\d{1,2} ?(?:er|e|ème|eme|ᵉ) ?étage|étg|cour|fond de cour)(?![a-zà-ÿ])`,
} as const satisfies Partial<Format>

export const FRENCH: readonly Format[] = [
  {
    ...FRENCH_STREETS,
    country: 'FR',
    code: 'before',
    pattern: String.raw`\d{2} ?\d{3}`,
    prefix: 'FR?',
    states:
      "Île-de-France|Ile-de-France|Auvergne-Rhône-Alpes|Bourgogne-Franche-Comté|Bretagne|Centre-Val de Loire|Corse|Grand Est|Hauts-de-France|Normandie|Nouvelle-Aquitaine|Occitanie|Pays de la Loire|Provence-Alpes-Côte d'Azur|PACA|Ain|Aisne|Allier|Alpes-Maritimes|Ardèche|Ardennes|Ariège|Aube|Aude|Aveyron|Bas-Rhin|Bouches-du-Rhône|Calvados|Cantal|Charente|Charente-Maritime|Cher|Corrèze|Côte-d'Or|Côtes-d'Armor|Creuse|Dordogne|Doubs|Drôme|Essonne|Eure|Eure-et-Loir|Finistère|Gard|Gers|Gironde|Haut-Rhin|Haute-Garonne|Haute-Loire|Haute-Marne|Haute-Saône|Haute-Savoie|Haute-Vienne|Hautes-Alpes|Hautes-Pyrénées|Hauts-de-Seine|Hérault|Ille-et-Vilaine|Indre|Indre-et-Loire|Isère|Jura|Landes|Loir-et-Cher|Loire|Loire-Atlantique|Loiret|Lot|Corse-du-Sud|Haute-Corse|Alpes-de-Haute-Provence|Deux-Sèvres|Territoire de Belfort|Lot-et-Garonne|Lozère|Maine-et-Loire|Manche|Marne|Mayenne|Meurthe-et-Moselle|Meuse|Morbihan|Moselle|Nièvre|Nord|Oise|Orne|Pas-de-Calais|Puy-de-Dôme|Pyrénées-Atlantiques|Pyrénées-Orientales|Rhône|Saône-et-Loire|Sarthe|Savoie|Seine-et-Marne|Seine-Maritime|Seine-Saint-Denis|Somme|Tarn|Tarn-et-Garonne|Val-d'Oise|Val-de-Marne|Var|Vaucluse|Vendée|Vienne|Vosges|Yonne|Yvelines",
    townTail: String.raw`cedex(?: \d{1,2})?`,
    phone: '33',
  },
  {
    ...FRENCH_STREETS,
    country: 'LU',
    code: 'before',
    pattern: String.raw`[1-9]\d{3}`,
    prefix: 'LU?',
    phone: '352',
  },
]
