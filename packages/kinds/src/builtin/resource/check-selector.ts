import { type FieldError, type FieldPath, forbidden, invalid, tooLong, utf8Length } from "@kiln/api";
import {
  anyType,
  bindingsLibrary,
  boolType,
  type CelType,
  createEnvironment,
  type Environment,
  estimateCost,
  kubernetesLibraries,
  mapType,
  type Range,
  stringType,
  structType,
} from "@kiln/cel";

const MAX_BYTES = 10 * 1024;
const MAX_COST = 1_000_000;
const MAX_ENTRIES = 32;
const MAX_VALUE = 64;
const MAX_DOMAIN = 63;
const MAX_ID = 32;
const DEVICE = "kubernetes.DRADevice";

const fields = new Map<string, CelType>([
  ["driver", stringType],
  ["allowMultipleAllocations", boolType],
  ["attributes", mapType(stringType, mapType(stringType, anyType))],
  ["capacity", mapType(stringType, mapType(stringType, structType("kubernetes.Quantity")))],
]);

/** CEL environment, created once on first use: a claim may have thousands of selectors. */
let shared: Environment | undefined;

function environment(): Environment {
  shared ??= createEnvironment({
    libraries: [...kubernetesLibraries, bindingsLibrary],
    variables: { device: structType(DEVICE) },
    types: {
      hasType: (name) => name === DEVICE,
      findField: (type, name) => {
        const field = type === DEVICE ? fields.get(name) : undefined;
        return field === undefined ? undefined : { type: field };
      },
    },
  });
  return shared;
}

export type CheckSelector = (expression: string, path: FieldPath) => FieldError[];

/** Maximum bytes of selectors compiled for one object: a thousand typical ones, which take a fraction of a second. */
const MAX_COMPILED_BYTES = 64 * 1024;

/**
 * Creates the check for the selectors of one object. Equal selectors are compiled once. Compiling blocks other
 * requests, and an object may have megabytes of expressions: beyond {@link MAX_COMPILED_BYTES} selectors are left to
 * schedulers.
 */
export function createSelectorCheck(): CheckSelector {
  const known = new Set<string>();
  let bytes = 0;
  return (expression, path) => {
    const size = utf8Length(expression);
    if (known.has(expression) || (bytes + size > MAX_COMPILED_BYTES && size <= MAX_BYTES)) {
      return [];
    }
    bytes += Math.min(size, MAX_BYTES);
    const errors = checkSelector(expression, path);
    if (errors.length === 0) {
      known.add(expression);
    }
    return errors;
  };
}

/** Validates a CEL expression that selects devices. */
export function checkSelector(expression: string, path: FieldPath): FieldError[] {
  if (utf8Length(expression) > MAX_BYTES) {
    return [tooLong(path, MAX_BYTES)];
  }
  const { program, fault } = environment().compile(expression);
  if (program === undefined) {
    return [invalid(path, expression, `compilation failed: ${fault.text}`)];
  }
  const { type } = program;
  if (type.kind !== "bool" && type !== anyType) {
    return [invalid(path, expression, `must evaluate to bool or the unknown type, not ${nameOf(type)}`)];
  }
  return estimateCost(program, { sizeOfPath }).max > MAX_COST
    ? [forbidden(path, "too complex, exceeds cost limit")]
    : [];
}

function nameOf({ name, parameters }: CelType): string {
  return parameters.length === 0 ? name : `${name}(${parameters.map(nameOf).join(", ")})`;
}

/** Maximum sizes of a device's attributes and capacities, for cost estimates. */
function sizeOfPath([root, field = "", ...rest]: readonly string[]): Range | undefined {
  const upTo = (max: number): Range => ({ min: 0, max });
  if (root !== "device") {
    return undefined;
  }
  const [domain, id] = rest;
  switch (`${field} ${rest.length}`) {
    case "driver 0":
      return upTo(MAX_DOMAIN);
    case "allowMultipleAllocations 0":
      return upTo(1);
    case "attributes 0":
    case "capacity 0":
      return upTo(MAX_ENTRIES);
    case "attributes 1":
    case "capacity 1":
      return domain === "@keys" ? upTo(MAX_DOMAIN) : domain === "@values" ? upTo(MAX_ENTRIES) : undefined;
    case "attributes 2":
      return domain !== "@values" ? undefined : id === "@keys" ? upTo(MAX_ID) : upTo(MAX_VALUE);
    case "capacity 2":
      return domain !== "@values" ? undefined : id === "@keys" ? upTo(MAX_ID) : id === "@values" ? upTo(0) : undefined;
    default:
      return undefined;
  }
}
