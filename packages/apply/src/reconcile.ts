import { type FieldSet, type FieldSetDraft, isEmpty, member } from "./field-set.ts";
import type { FieldType } from "./field-type.ts";
import { isDeduced, typeBelow } from "./named-fields.ts";

/**
 * Adapts a set to a changed schema: a field that became atomic is owned as a whole. A field that is no longer atomic
 * keeps its owner, without the fields inside. Returns `set` itself if it is unchanged.
 */
export function reconcile(type: FieldType, set: FieldSet): FieldSet {
  let out: FieldSetDraft | undefined;
  for (const element in set) {
    const child = set[element] as FieldSet;
    const inner = element === "." || isEmpty(child) ? child : reconcileChild(typeBelow(type, element), child);
    if (inner !== child) {
      out ??= { ...set };
      out[element] = inner;
    }
  }
  return out ?? set;
}

function reconcileChild(type: FieldType | undefined, node: FieldSet): FieldSet {
  if (type === undefined || isDeduced(type)) {
    return node;
  }
  // Kubernetes: a type that may be a map is treated as one, whatever the value is (typed/reconcile_schema.go doMap,
  // v1.36).
  if (type.map !== undefined) {
    return type.map.isAtomic ? member : reconcile({ map: type.map }, node);
  }
  if (type.list !== undefined && type.scalar === undefined) {
    return type.list.relation === "atomic" ? member : reconcile({ list: type.list }, node);
  }
  return node;
}
