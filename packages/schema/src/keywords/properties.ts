import type { JsonObject, JsonValue } from "@kiln/api";
import { addFaults, type Check, type CompileContext } from "../check.ts";
import { type Fault, prefixFaults, type Segment } from "../fault.ts";
import type { JsonSchema } from "../json-schema.ts";
import type { Keyword } from "../keyword.ts";
import { checkKey } from "../ratchet.ts";
import { isSurelyFine, NO_SHORTCUT, plainTypeOf, type Shortcut } from "../shortcut.ts";
import { compileRequired } from "./required.ts";

/** `properties`, and `required`, which the same loop checks by counting. */
export const properties: Keyword = {
  wire: "properties",
  name: "properties",
  encoding: "schemaMap",
  goField: "Properties",
  mayBeInBranch: true,
  mayBeAtStatusRoot: true,
  settled: "walked",
  values: {
    kinds: ["object"],
    compile(schema, _kind, context) {
      const required = new Set(schema.required);
      const fields = new Map<string, Field>();
      for (const name of new Set([...(schema.properties?.keys() ?? []), ...required])) {
        fields.set(name, compileField(name, schema.properties?.get(name), { context, isRequired: required.has(name) }));
      }
      const checkRequired = compileRequired(schema.required);
      const hasWork = checkRequired !== undefined || [...fields.values()].some((field) => field.check !== undefined);
      return hasWork ? checkFields(fields, required.size, checkRequired) : undefined;
    },
  },
};

interface Field {
  readonly name: string;
  /** The `typeof` of values that are valid without a call; empty if all need the check. */
  readonly plainType: string;
  /** Check of the field's value; undefined if every value is valid. */
  readonly check: Check | undefined;
  readonly shortcut: Shortcut;
  /** 1 if the field is required, else 0. */
  readonly requiredCount: number;
  readonly segment: Segment;
}

interface FieldOptions {
  readonly context: CompileContext;
  readonly isRequired: boolean;
}

/** The only function that creates fields: engines read objects of one shape faster. */
function compileField(name: string, schema: JsonSchema | undefined, options: FieldOptions): Field {
  const { context } = options;
  const shortcut = context.shortcutOf(schema ?? {});
  return {
    name,
    plainType: schema === undefined ? "" : plainTypeOf(schema, shortcut),
    check: schema === undefined ? undefined : context.compileSchema(schema),
    shortcut,
    requiredCount: options.isRequired ? 1 : 0,
    segment: { kind: "field", name },
  };
}

/** Maximum number of cached positions: objects of one kind mostly have the same keys in the same order. */
const MAX_REMEMBERED = 256;

/**
 * Iterates over the keys of the object instead of looking up the declared ones: engines return an enumerated key about
 * ten times faster than one looked up by name. The field of each position is cached from one object to the next, which
 * leaves a comparison of two names.
 */
function checkFields(fields: ReadonlyMap<string, Field>, requiredCount: number, required: Check | undefined): Check {
  const remembered: Field[] = [];
  return (value, old) => {
    const object = value as JsonObject;
    let faults: Fault[] | undefined;
    let place = 0;
    let missing = requiredCount;
    for (const name in object) {
      let field = remembered[place];
      if (field === undefined || field.name !== name) {
        field = recall(name, place, { fields, remembered });
      }
      place++;
      missing -= field.requiredCount;
      const entry = object[name] as JsonValue;
      if (typeof entry === field.plainType || field.check === undefined || isSurelyFine(field.shortcut, entry)) {
        continue;
      }
      const found = old === undefined ? field.check(entry, undefined) : checkKey(field.check, old, name);
      if (found !== undefined) {
        prefixFaults(found, field.segment);
        faults = addFaults(faults, found);
      }
    }
    return missing === 0 || required === undefined ? faults : addFaults(faults, required(value, old));
  };
}

interface Fields {
  readonly fields: ReadonlyMap<string, Field>;
  readonly remembered: Field[];
}

const NO_CONTEXT: CompileContext = { compileSchema: () => undefined, shortcutOf: () => NO_SHORTCUT };

/** Field of a key at a position; updates the cache of the position. */
function recall(name: string, place: number, { fields, remembered }: Fields): Field {
  const field = fields.get(name) ?? compileField(name, undefined, { context: NO_CONTEXT, isRequired: false });
  if (place < MAX_REMEMBERED) {
    remembered[place] = field;
  }
  return field;
}
