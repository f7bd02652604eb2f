import {
  type CelList,
  type CelMap,
  elementAt,
  findInMap,
  isMap,
  keysOf,
  listSize,
  mapSize,
} from "../values/containers.ts";
import type { CelType } from "../values/type.ts";
import { CelDouble, CelUint, type CelValue, fromJson, ListView, MapView } from "../values/value.ts";

/** Decodes values of a type from data. */
export type Reader = (raw: CelValue) => CelValue;

/** The reader for a type: {@link fromJson} if plain JSON needs no decoding. */
export function readerOf(type: CelType): Reader {
  if (type.fromData !== undefined) {
    return type.fromData;
  }
  switch (type.kind) {
    case "double":
      return readDouble;
    case "uint":
      return readUint;
    case "list": {
      const read = type.parameters[0] === undefined ? fromJson : readerOf(type.parameters[0]);
      return read === fromJson ? fromJson : (raw) => (Array.isArray(raw) ? new TypedList(raw, read) : raw);
    }
    case "map": {
      const read = type.parameters[1] === undefined ? fromJson : readerOf(type.parameters[1]);
      return read === fromJson
        ? fromJson
        : (raw) => (isMap(raw) && !(raw instanceof MapView) ? new TypedMap(raw, read) : raw);
    }
    default:
      return fromJson;
  }
}

function readDouble(raw: CelValue): CelValue {
  return typeof raw === "number" || typeof raw === "bigint" ? new CelDouble(Number(raw)) : raw;
}

function readUint(raw: CelValue): CelValue {
  const value = fromJson(raw);
  return (typeof value === "number" || typeof value === "bigint") && value >= 0 ? new CelUint(BigInt(value)) : value;
}

/** List whose elements need decoding. Decodes an element each time it is read. */
export class TypedList extends ListView {
  readonly raw: CelList;
  readonly read: Reader;

  constructor(raw: CelList, read: Reader) {
    super();
    this.raw = raw;
    this.read = read;
  }

  get size(): number {
    return listSize(this.raw);
  }

  at(index: number): CelValue {
    return this.read(this.raw instanceof ListView ? elementAt(this.raw, index) : (this.raw[index] as CelValue));
  }
}

/** Map whose values need decoding. */
export class TypedMap extends MapView {
  readonly raw: CelMap;
  readonly read: Reader;

  constructor(raw: CelMap, read: Reader) {
    super();
    this.raw = raw;
    this.read = read;
  }

  get size(): number {
    return mapSize(this.raw);
  }

  find(key: CelValue): CelValue | undefined {
    const found = findInMap(this.raw, key);
    return found === undefined ? undefined : this.read(found);
  }

  keys(): Iterable<CelValue> {
    return keysOf(this.raw);
  }
}
