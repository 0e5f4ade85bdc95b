import { z } from 'zod'

export type JsonSchema = Record<string, unknown>

/**
 * A contract's shape as JSON Schema 2020-12. `input` is what a caller may send, `output` what the
 * answer carries. Where a value is rewritten before it is checked, the check is shown; what a
 * schema cannot express is left open rather than guessed.
 */
export function schemaFor(type: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...schema } = z.toJSONSchema(type, {
    target: 'draft-2020-12',
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      const shape = zodSchema._zod.def
      if (io === 'input' && shape.type === 'pipe' && isOpen(jsonSchema))
        Object.assign(jsonSchema, schemaFor(shape.out as z.ZodType, io))
      if (io === 'input' && shape.type === 'object')
        jsonSchema.required = needed(shape.shape as Record<string, z.ZodType>)
      // Any whole number: the bounds of the type itself are of no use.
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
      if (Array.isArray(jsonSchema.required) && jsonSchema.required.length === 0)
        delete jsonSchema.required
    },
  })
  return schema
}

/**
 * A shape that contains itself (a tree) refers to parts of its own, or to itself as a whole: they
 * move to `into`, under names that start with `name`.
 */
export function withParts(
  schema: JsonSchema,
  name: string,
  into: Record<string, JsonSchema>,
): JsonSchema {
  const { $defs, ...rest } = schema
  const whole = `#/components/schemas/${name}Whole`
  const moved = (part: unknown) =>
    JSON.parse(
      JSON.stringify(part)
        .replaceAll('"#/$defs/', `"#/components/schemas/${name}`)
        .replaceAll('"$ref":"#"', `"$ref":"${whole}"`),
    ) as JsonSchema
  for (const [key, part] of Object.entries($defs ?? {})) into[name + key] = moved(part)
  if (!JSON.stringify(schema).includes('"$ref":"#"')) return moved(rest)
  into[`${name}Whole`] = moved(rest)
  return { $ref: whole }
}

/** An empty schema: the mark of a rewriting step. */
function isOpen(schema: JsonSchema): boolean {
  return Object.keys(schema).every((key) => key === 'default' || key === 'description')
}

/**
 * Asked of the schema itself: rewriting steps hide from outside whether what they rewrite may be
 * missing.
 */
function needed(shape: Record<string, z.ZodType>): string[] {
  return Object.entries(shape)
    .filter(([, field]) => !field.safeParse(undefined).success)
    .map(([name]) => name)
}
