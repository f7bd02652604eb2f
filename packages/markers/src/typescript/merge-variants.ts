import type { JsonObject, JsonValue } from "@kiln/api";
import type { Marker } from "../marker/marker.ts";
import type { SourceField } from "../source-model.ts";

type Variant = readonly SourceField[];

/**
 * Merges the variants of a discriminated union: `{ type: "A", a: X } | { type: "B", b: Y }` becomes one object with the
 * union members `a` and `b` and the discriminator `type`. Undefined if a variant has several fields of its own, because
 * a union member is one field.
 */
export function mergeVariants(variants: readonly Variant[]): SourceField[] | undefined {
  const discriminator = findDiscriminator(variants);
  const names = [...new Set(variants.flatMap((variant) => variant.map(({ jsonName }) => jsonName)))];
  const merged: SourceField[] = [];
  const owners = new Set<number>();
  for (const name of names.filter((each) => each !== discriminator)) {
    const holders = variants.flatMap((variant, index) => (find(variant, name) === undefined ? [] : [index]));
    const [owner = 0] = holders;
    const field = find(variants[owner] ?? [], name) as SourceField;
    if (holders.length > 1) {
      merged.push(optional(field, holders.length < variants.length));
      continue;
    }
    if (owners.has(owner)) {
      return undefined;
    }
    owners.add(owner);
    const value = literalOf(find(variants[owner] ?? [], discriminator));
    merged.push(optional(withMarker(field, "unionMember", String(value ?? "")), true));
  }
  const first = find(variants[0] ?? [], discriminator);
  return first === undefined ? merged : [toDiscriminator(first, variants), ...merged];
}

/** Field that has a literal type in each variant, a different one in each; undefined if there is none. */
function findDiscriminator(variants: readonly Variant[]): string | undefined {
  return variants[0]
    ?.map(({ jsonName }) => jsonName)
    .find((name) => {
      const values = variants.map((variant) => literalOf(find(variant, name)));
      return values.every((value) => typeof value === "string") && new Set(values).size === variants.length;
    });
}

function toDiscriminator(field: SourceField, variants: readonly Variant[]): SourceField {
  const values = variants.map((variant) => literalOf(find(variant, field.jsonName)) as JsonValue);
  const schema: JsonObject = { type: "string", enum: values };
  return withMarker({ ...field, type: { kind: "known", schema } }, "unionDiscriminator", "");
}

function find(variant: Variant, name: string | undefined): SourceField | undefined {
  return name === undefined ? undefined : variant.find(({ jsonName }) => jsonName === name);
}

function literalOf(field: SourceField | undefined): JsonValue | undefined {
  const values = field?.type.kind === "known" ? field.type.schema.enum : undefined;
  return Array.isArray(values) && values.length === 1 ? values[0] : undefined;
}

function optional(field: SourceField, isOptional: boolean): SourceField {
  return isOptional ? { ...field, isOptional, isPointer: true, omitsEmpty: true } : field;
}

function withMarker(field: SourceField, name: string, text: string): SourceField {
  const marker: Marker = { name, text, position: field.position };
  return { ...field, markers: [...field.markers, marker] };
}
