import { deepEqual, getOwn, type JsonObject, type JsonValue } from "@kiln/api";
import { type CelValue, isEqual, MapView } from "@kiln/cel";
import type { DeclaredField, DeclaredObject } from "./declare-type.ts";
import { escapeName, reservedWords } from "./escape-name.ts";
import type { Readers } from "./read-declared.ts";

/** An object with fields that need decoding: each is decoded by its type when an expression uses it. */
export class StructView extends MapView {
  readonly raw: JsonObject;
  readonly type: DeclaredObject;
  readonly readers: Readers;

  constructor(raw: JsonObject, type: DeclaredObject, readers: Readers) {
    super();
    this.raw = raw;
    this.type = type;
    this.readers = readers;
  }

  get size(): number {
    return Object.keys(this.raw).length;
  }

  find(name: CelValue): CelValue | undefined {
    const field = typeof name === "string" ? findField(this.type, name) : undefined;
    const value = field && getOwn(this.raw, field.key);
    // Kubernetes: a field that is null counts as absent (cel/common/valuesunstructured.go unstructuredMap.Find, v1.36).
    return field === undefined || value === undefined || value === null
      ? undefined
      : this.readers.of(field.type)(value as CelValue);
  }

  *keys(): Iterable<CelValue> {
    for (const [name, { key }] of this.type.fields) {
      if (Object.hasOwn(this.raw, key)) {
        yield name;
      }
    }
  }

  override equals(other: CelValue): boolean {
    const map = other instanceof MapView ? other : new StructView(other as JsonObject, this.type, this.readers);
    return (
      map.size === this.size && Object.entries(this.raw).every(([key, value]) => this.#isFieldEqual(key, value, map))
    );
  }

  // Kubernetes: fields without a schema are compared only where both objects have them
  // (cel/common/valuesunstructured.go unstructuredMap.Equal, v1.36).
  #isFieldEqual(key: string, value: JsonValue, map: MapView): boolean {
    const name = escapeName(key);
    if (name !== undefined && this.type.fields.has(name)) {
      const left = this.find(name);
      const right = map.find(name);
      return left === undefined || right === undefined ? left === right : isEqual(left, right);
    }
    const other = map instanceof StructView ? getOwn(map.raw, key) : undefined;
    return other === undefined ? !this.type.schema.properties?.has(key) : deepEqual(value, other);
  }
}

/** Field with the CEL identifier `name`. */
export function findField({ fields }: DeclaredObject, name: string): DeclaredField | undefined {
  return fields.get(name) ?? (reservedWords.has(name) ? fields.get(`__${name}__`) : undefined);
}
