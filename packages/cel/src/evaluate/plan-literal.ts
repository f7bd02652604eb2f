import type { ListLiteral, MapLiteral, StructLiteral } from "../parse/expression.ts";
import { LiteralMap, lookupOf } from "../values/containers.ts";
import { printMessageValue } from "../values/print-value.ts";
import { CelDouble, CelError, CelOptional, type CelValue } from "../values/value.ts";
import { constantOf, counted, type Evaluator, type Frame, type Planned, type PlanState } from "./planned.ts";

const listCost = 10;
const mapCost = 30;
const structCost = 40;

interface Part {
  readonly run: Evaluator;
  readonly isOptional: boolean;
  /** Total cost of the parts after this one, which do not run if this one fails. */
  readonly restCost: number;
}

/** For each part, the total cost of the parts after it. */
function restCosts(planned: readonly Planned[]): number[] {
  let rest = sum(planned);
  return planned.map((part) => {
    rest -= part.cost;
    return rest;
  });
}

/** Result of an absent optional element. */
const absent: unique symbol = Symbol("absent");

export function planList(state: PlanState, expression: ListLiteral): Planned {
  const planned = expression.elements.map((element) => state.plan(element));
  const rest = restCosts(planned);
  const parts = planned.map(({ run }, index) => ({
    run,
    isOptional: expression.optionals.includes(index),
    restCost: rest[index] ?? 0,
  }));
  const run = listEvaluator(parts);
  if (planned.every((part) => part.constant !== undefined)) {
    return constantOf(run(constantFrame()));
  }
  return { run, cost: counted(state, sum(planned) + listCost) };
}

function constantFrame(): Frame {
  return { values: [], cost: 0, limit: 0, recent: undefined };
}

function sum(planned: readonly Planned[]): number {
  return planned.reduce((total, part) => total + part.cost, 0);
}

function listEvaluator(parts: readonly Part[]): Evaluator {
  const hasOptionals = parts.some((part) => part.isOptional);
  if (parts.length === 1 && !hasOptionals) {
    const { run } = parts[0]!;
    return (frame) => {
      const value = run(frame);
      return value instanceof CelError ? value : [value];
    };
  }
  return (frame) => {
    const elements: CelValue[] = [];
    for (const part of parts) {
      const value = part.run(frame);
      const element = part.isOptional && !(value instanceof CelError) ? unwrap(value) : value;
      if (element instanceof CelError) {
        frame.cost -= part.restCost;
        return element;
      }
      if (element !== absent) {
        elements.push(element);
      }
    }
    return elements;
  };
}

function unwrap(value: CelValue): CelValue | typeof absent {
  if (!(value instanceof CelOptional)) {
    return new CelError(`cannot initialize optional list element from non-optional value ${printMessageValue(value)}`);
  }
  return value.value ?? absent;
}

export function planMap(state: PlanState, expression: MapLiteral): Planned {
  const parts = expression.entries.flatMap((entry) => [state.plan(entry.key), state.plan(entry.value)]);
  const rest = restCosts(parts);
  const entries = expression.entries.map(
    ({ isOptional }, index): PlannedEntry => ({
      key: parts[2 * index]!,
      value: parts[2 * index + 1]!,
      isOptional,
      restCost: rest[2 * index + 1] ?? 0,
    }),
  );
  const run: Evaluator = (frame) => {
    const map = new LiteralMap();
    for (const entry of entries) {
      const fault = addEntry(frame, map, entry);
      if (fault !== undefined) {
        frame.cost -= entry.restCost;
        return fault;
      }
    }
    return map;
  };
  if (parts.every((part) => part.constant !== undefined)) {
    return constantOf(run(constantFrame()));
  }
  return { run, cost: counted(state, sum(parts) + mapCost) };
}

interface PlannedEntry {
  readonly key: Planned;
  readonly value: Planned;
  readonly isOptional: boolean;
  readonly restCost: number;
}

/** Sets the entry in `map`, or returns the error. */
function addEntry(frame: Frame, map: LiteralMap, entry: PlannedEntry): CelError | undefined {
  const key = entry.key.run(frame);
  if (key instanceof CelError) {
    frame.cost -= entry.value.cost;
    return key;
  }
  const value = entry.value.run(frame);
  if (value instanceof CelError) {
    return value;
  }
  const lookup = lookupOf(key) ?? (key instanceof CelDouble ? `double ${key.value}` : undefined);
  if (lookup === undefined) {
    return new CelError(`unsupported key type: ${printMessageValue(key)}`);
  }
  if (!entry.isOptional) {
    map.entries.set(lookup, { key, value });
    return undefined;
  }
  if (!(value instanceof CelOptional)) {
    return notOptional(printMessageValue(key), value);
  }
  if (value.value === undefined) {
    map.entries.delete(lookup);
  } else {
    map.entries.set(lookup, { key, value: value.value });
  }
  return undefined;
}

function notOptional(name: string, value: CelValue): CelError {
  return new CelError(`cannot initialize optional entry '${name}' from non-optional value ${printMessageValue(value)}`);
}

export function planStruct(state: PlanState, expression: StructLiteral): Planned {
  const reference = state.checked.references.get(expression.id);
  const typeName = reference?.kind === "struct" ? reference.typeName : expression.typeName;
  const planned = expression.fields.map((field) => state.plan(field.value));
  const rest = restCosts(planned);
  const fields = expression.fields.map((field, index) => ({
    ...field,
    planned: planned[index]!,
    restCost: rest[index] ?? 0,
  }));
  const { types } = state;
  const run: Evaluator = (frame) => {
    const values = new Map<string, CelValue>();
    for (const { name, planned: part, isOptional, restCost } of fields) {
      const value = part.run(frame);
      if (value instanceof CelError) {
        frame.cost -= restCost;
        return value;
      }
      if (!isOptional) {
        values.set(name, value);
      } else if (!(value instanceof CelOptional)) {
        return notOptional(name, value);
      } else if (value.value !== undefined) {
        values.set(name, value.value);
      }
    }
    return types.create?.(typeName, values) ?? new CelError(`unknown type: ${typeName}`);
  };
  return { run, cost: counted(state, sum(planned) + structCost) };
}
