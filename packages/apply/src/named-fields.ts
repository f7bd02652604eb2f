import { type FieldSet, type FieldSetDraft, isEmpty, withSelf } from "./field-set.ts";
import { type FieldType, untypedAtomic } from "./field-type.ts";
import type { PathElement } from "./path-element.ts";

/** The set with all declared fields above its members: applying `spec.a` creates `spec`. */
export function withNamedFields(type: FieldType, set: FieldSet): FieldSet {
  return isEmpty(set) ? set : extendNode(type, set);
}

function extendNode(type: FieldType, node: FieldSet): FieldSet {
  const extended: FieldSetDraft = {};
  for (const element in node) {
    const child = node[element] as FieldSet;
    if (isEmpty(child)) {
      extended[element] = child;
    } else {
      const inner = extendNode(typeBelow(type, element) ?? {}, child);
      extended[element] = isNamed(type, element) ? withSelf(inner) : inner;
    }
  }
  return extended;
}

function isNamed({ map }: FieldType, element: PathElement): boolean {
  return element.startsWith("f:") && map?.fields.has(element.slice(2)) === true;
}

/** Type of the value at an element; undefined if the schema lacks the field. */
export function typeBelow({ map, list }: FieldType, element: PathElement): FieldType | undefined {
  if (element.startsWith("f:")) {
    return map?.fields.get(element.slice(2)) ?? map?.rest;
  }
  return list?.items;
}

/**
 * Whether a type is a map without declared fields. Kubernetes: a map whose values have no known type, such as times,
 * counts as well (schemaconv/smd.go deducedDef, v1.36).
 */
export function isDeduced({ map }: FieldType): boolean {
  return map !== undefined && map.fields.size === 0 && map.rest?.scalar === "untyped" && map.rest !== untypedAtomic;
}
