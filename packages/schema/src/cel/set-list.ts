import type { JsonArray, JsonValue } from "@kiln/api";
import { CelDouble, type CelValue, ListView, TypedList } from "@kiln/cel";
import type { Read } from "./read-declared.ts";

/** A list with `x-kubernetes-list-type: set`: order does not matter, and members are unique. */
export class SetList extends TypedList {
  declare readonly raw: JsonArray;

  constructor(raw: JsonArray, read: Read) {
    super(raw as readonly CelValue[], read);
  }

  override equals(other: CelValue): boolean {
    const members = membersOf(other);
    const own = new Set(this.raw);
    return members.length === this.raw.length && members.every((member) => own.has(memberKey(member)));
  }

  override concat(other: CelValue): CelValue {
    const own = new Set(this.raw);
    const added = membersOf(other)
      .map(memberKey)
      .filter((key) => !own.has(key) && own.add(key));
    return new SetList([...this.raw, ...added], this.read);
  }
}

/** Members of any CEL list, decoded. */
export function membersOf(list: CelValue): CelValue[] {
  if (list instanceof ListView) {
    return Array.from({ length: list.size }, (_, index) => list.at(index));
  }
  return Array.isArray(list) ? [...list] : [];
}

/**
 * Lookup key of a member in the JSON of a set. Kubernetes: compares decoded members with undecoded JSON, so a time is
 * never found among strings, nor a whole double among integers (cel/common/valuesunstructured.go
 * unstructuredSetList.Equal, v1.36).
 */
function memberKey(member: CelValue): JsonValue {
  return member instanceof CelDouble && !Number.isInteger(member.value) ? member.value : (member as JsonValue);
}
