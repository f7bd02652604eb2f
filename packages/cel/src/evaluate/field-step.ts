import type { Expression } from "../parse/expression.ts";
import { isInherited, isMap } from "../values/containers.ts";
import { type CelType, unwrapOptional } from "../values/type.ts";
import { type CelValue, fromJson, MapView, Special } from "../values/value.ts";
import { access } from "./access.ts";
import { type Evaluator, type Frame, type Planned, type PlanState, typeAt } from "./planned.ts";
import { type Reader, readerOf } from "./read-data.ts";

/** Looks up a member of a value that is neither error nor optional; undefined if absent. */
export type Finder = (value: CelValue) => CelValue | undefined;

interface PlainObject {
  readonly [key: string]: CelValue;
}

/** A field access, as planned for the type of the operand. */
interface Field {
  readonly name: string;
  /** Key of the field in the data. */
  readonly key: string;
  readonly read: Reader;
  /**
   * Kubernetes: a field of an object that is null counts as absent; a null entry of a map is present
   * (cel/common/valuesunstructured.go unstructuredMap.Find, v1.36).
   */
  readonly isNullAbsent: boolean;
}

function fieldOf(state: PlanState, operand: Expression, name: string): Field {
  const type = unwrapOptional(typeAt(state, operand));
  if (type.kind === "struct") {
    const declaration = state.types.findField(type.name, name);
    const read = declaration === undefined ? fromJson : readerOf(declaration.type);
    return { name, key: declaration?.key ?? name, read, isNullAbsent: true };
  }
  return { name, key: name, read: readerOfValues(type), isNullAbsent: false };
}

function readerOfValues(type: CelType): Reader {
  return type.kind === "map" && type.parameters[1] !== undefined ? readerOf(type.parameters[1]) : fromJson;
}

export function fieldFinder(state: PlanState, operand: Expression, name: string): Finder {
  const field = fieldOf(state, operand, name);
  return (value) => findField(value, field);
}

function findField(value: CelValue, { name, key, read, isNullAbsent }: Field): CelValue | undefined {
  if (!isMap(value)) {
    return access(value, name);
  }
  if (value instanceof MapView) {
    return value.find(name);
  }
  const raw = Object.hasOwn(value, key) ? value[key] : undefined;
  return raw === undefined || (raw === null && isNullAbsent) ? undefined : read(raw);
}

/** Evaluates one access on a value. */
export type Step = (frame: Frame, value: CelValue) => CelValue;

/** Accesses the field directly if the operand is plain data that has it; otherwise by the general path. */
export function planFieldStep(
  state: PlanState,
  { operand, part, name }: { readonly operand: Planned; readonly part: Expression; readonly name: string },
  slow: Step,
): Evaluator {
  const { key, read } = fieldOf(state, part, name);
  const { run, slot } = operand;
  if (isInherited(key)) {
    return (frame) => slow(frame, run(frame));
  }
  if (slot === undefined) {
    return (frame) => {
      const value = run(frame);
      const raw = isPlain(value) ? value[key] : undefined;
      return raw === undefined || raw === null ? slow(frame, value) : read(raw);
    };
  }
  return (frame) => {
    const value = frame.values[slot] as CelValue;
    const raw = isPlain(value) ? value[key] : undefined;
    return raw === undefined || raw === null ? slow(frame, value) : read(raw);
  };
}

function isPlain(value: CelValue): value is PlainObject {
  return typeof value === "object" && value !== null && !(value instanceof Special);
}
