import type { EstimatedArgument } from "../check/call-cost.ts";
import type { CheckedExpression } from "../check/checked-expression.ts";
import type { FunctionDeclaration } from "../check/declaration.ts";
import { exactly, type Range, uniteRanges, unknownRange } from "../check/range.ts";
import type { Call, Expression } from "../parse/expression.ts";
import { accumulatorName } from "../parse/expression-builder.ts";
import { countCodePoints } from "../parse/source.ts";
import { type CelType, dynType } from "../values/type.ts";

/**
 * Possible size of data at a path: the variable, then fields; `@items` and `@indices` of a list, `@keys` and `@values`
 * of a map. Undefined if unknown.
 */
export type SizeOfPath = (path: readonly string[], type: CelType) => Range | undefined;

/** Possible sizes of the members of a list or map. */
export interface EntrySize {
  readonly container: "list" | "map";
  readonly key: Range;
  readonly value: Range;
}

interface LocalSize {
  readonly path: readonly string[];
  readonly size: Range | undefined;
  readonly entries: EntrySize | undefined;
}

/** State of the cost estimate of one expression. */
export interface EstimateState {
  readonly checked: CheckedExpression;
  readonly functions: ReadonlyMap<string, FunctionDeclaration>;
  readonly sizeOfPath: SizeOfPath;
  readonly paths: Map<number, readonly string[]>;
  readonly sizes: Map<number, Range>;
  readonly entrySizes: Map<number, EntrySize>;
  readonly locals: Map<string, LocalSize[]>;
  /** Estimates a part of a compound expression. */
  estimate(part: Expression): Range;
}

/** A call and its arguments; the target comes first in `parts`. */
export interface EstimatedExpression {
  readonly expression: Call;
  readonly name: string;
  readonly parts: readonly Expression[];
  /** Costs of the arguments, without the target's. */
  readonly argCosts: readonly Range[];
}

export function typeAt(state: EstimateState, part: Expression): CelType {
  return state.checked.types[part.id] ?? dynType;
}

export function localOf(state: EstimateState, part: Expression): LocalSize | undefined {
  return part.kind === "identifier" ? state.locals.get(part.name)?.at(-1) : undefined;
}

export function pushLocal(state: EstimateState, name: string, local: LocalSize): void {
  const stack = state.locals.get(name) ?? [];
  stack.push(local);
  state.locals.set(name, stack);
}

export function popLocal(state: EstimateState, name: string): void {
  state.locals.get(name)?.pop();
}

/** Path of the data that a part selects; empty if the part selects none. */
export function pathOf(state: EstimateState, part: Expression): readonly string[] {
  return localOf(state, part)?.path ?? state.paths.get(part.id) ?? [];
}

export function sizeOf(state: EstimateState, part: Expression): Range | undefined {
  const known = state.sizes.get(part.id) ?? literalSize(part);
  if (known !== undefined) {
    return known;
  }
  const declared = state.sizeOfPath(pathOf(state, part), typeAt(state, part));
  if (declared !== undefined) {
    state.sizes.set(part.id, declared);
    return declared;
  }
  return isScalar(typeAt(state, part)) ? exactly(1) : localOf(state, part)?.size;
}

export function sizeOrUnknown(state: EstimateState, part: Expression): Range {
  return sizeOf(state, part) ?? unknownRange;
}

export function entrySizeOf(state: EstimateState, part: Expression): EntrySize | undefined {
  return state.entrySizes.get(part.id) ?? localOf(state, part)?.entries;
}

export function uniteEntries(left: EntrySize | undefined, right: EntrySize | undefined): EntrySize | undefined {
  return left === undefined || right === undefined
    ? undefined
    : {
        container: left.container,
        key: uniteRanges(left.key, right.key),
        value: uniteRanges(left.value, right.value),
      };
}

/** Copies the size of one part to another. */
export function copySizes(state: EstimateState, to: Expression, from: Expression): void {
  const size = sizeOf(state, from);
  if (size !== undefined) {
    state.sizes.set(to.id, size);
  }
  const entries = entrySizeOf(state, from);
  if (entries !== undefined) {
    state.entrySizes.set(to.id, entries);
  }
}

function literalSize(part: Expression): Range | undefined {
  switch (part.kind) {
    case "list":
      return exactly(part.elements.length);
    case "map":
      return exactly(part.entries.length);
    case "literal":
      return exactly(valueSize(part.value));
    default:
      return undefined;
  }
}

function valueSize(value: unknown): number {
  if (typeof value === "string") {
    return countCodePoints(value);
  }
  return value instanceof Uint8Array ? value.length : 1;
}

function isScalar(type: CelType): boolean {
  switch (type.kind) {
    case "bool":
    case "double":
    case "duration":
    case "int":
    case "timestamp":
    case "uint":
      return true;
    case "opaque":
      return type.name === "optional_type" && type.parameters[0] !== undefined && isScalar(type.parameters[0]);
    default:
      return false;
  }
}

/** An argument in the form that libraries take. An accumulator of a loop has no path. */
export function toArgument(state: EstimateState, part: Expression): EstimatedArgument {
  const path = pathOf(state, part);
  const type = typeAt(state, part);
  const isGathered = path[0] === accumulatorName;
  const size = sizeOf(state, part);
  return {
    type,
    literal: part.kind === "literal" ? part.value : undefined,
    size: () => size,
    elementSize: () => {
      const [first = dynType, second = dynType] = type.parameters;
      const [member, memberType] = type.kind === "map" ? ["@values", second] : ["@items", first];
      // Kubernetes: sizes of members are estimated only for declared paths, not for computed lists (checker/cost.go
      // costComprehension, v1.36).
      return isGathered || path.length === 0 ? undefined : state.sizeOfPath([...path, member], memberType);
    },
  };
}
