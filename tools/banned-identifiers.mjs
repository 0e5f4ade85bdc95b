// Names of variables, parameters, functions, classes and types that docs/glossary.md replaces by
// other words.
import { parseSync } from '@swc/core'

/** Parts of a name, in any case: `toldUsers` and `TOLD_USERS` both have the part `told`. */
const words = new Set(
  'told tell tells said say says kept beside whoever somebody everybody news shelf shelves room rooms door doors rung ladder story stories fate knock judge overseen'.split(
    ' ',
  ),
)
/** Whole names, or the beginning of longer ones. */
const phrases =
  /^(actAs|takeIn|tryOut|layAside|standIn|hold(Rows?|Lock)|held(Rows?|Lock)|lend)(?![a-z])|^house(?!Waybill|No|Number)|House(?!Waybill|No|Number)|^HOUSE(?!_WAYBILL|_NO)/

/**
 * The declared names of a source text that are not allowed. Only files with such a word outside of
 * comments and strings (`code`) are parsed: parsing all of them would take most of the lint's time.
 */
export function bannedIdentifiers(text, code, path) {
  if (!(code.match(/[A-Za-z_$][\w$]*/g) ?? []).some(isBanned)) return []
  return [...declaredNames(text, path.endsWith('.tsx'))].filter(isBanned)
}

function isBanned(name) {
  return phrases.test(name) || partsOf(name).some((part) => words.has(part))
}

function partsOf(name) {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split('_')
}

function declaredNames(text, tsx) {
  const names = new Set()
  const visit = (node) => {
    if (Array.isArray(node)) return node.forEach(visit)
    if (node === null || typeof node !== 'object') return
    if (node.type === 'VariableDeclarator') patternNames(node.id)
    else if (node.type === 'Parameter') patternNames(node.pat)
    else if (node.type === 'ArrowFunctionExpression') node.params.forEach(patternNames)
    else if (/^(Function|Class)(Declaration|Expression)$/.test(node.type))
      patternNames(node.identifier)
    else if (/^Ts(TypeAlias|Interface)Declaration$/.test(node.type)) patternNames(node.id)
    Object.values(node).forEach(visit)
  }
  const patternNames = (pattern) => {
    if (pattern?.type === 'Identifier') names.add(pattern.value)
    else if (pattern?.type === 'AssignmentPattern') patternNames(pattern.left)
    else if (pattern?.type === 'RestElement') patternNames(pattern.argument)
    else if (pattern?.type === 'ArrayPattern') pattern.elements.forEach(patternNames)
    else if (pattern?.type === 'ObjectPattern')
      for (const property of pattern.properties)
        // `{ told }` only takes over a property's name, which another file may have given.
        if (property.type === 'KeyValuePatternProperty') patternNames(property.value)
  }
  visit(parseSync(text, { syntax: 'typescript', tsx }).body)
  return names
}
