import { celEnv, parse, plan } from "@bufbuild/cel";
import { deepCopy, type JsonValue } from "@kiln/api";
import {
  type Environment as CelEnvironment,
  createEnvironment,
  dynType,
  intType,
  listType,
  type Program,
  stringType,
  structType,
  type TypeProvider,
} from "@kiln/cel";
import { Environment } from "@marcbachmann/cel-js";
import type { Benchmark, Comparison, Figure } from "../benchmark.ts";

interface Sample {
  readonly name: string;
  readonly expression: string;
  readonly self: JsonValue;
}

const fields = new Map([
  ["min", intType],
  ["max", intType],
  ["value", intType],
  ["name", stringType],
  ["items", listType(stringType)],
  ["spec", dynType],
]);

const types: TypeProvider = {
  hasType: (name) => name === "Self",
  findField: (_, field) => {
    const type = fields.get(field);
    return type === undefined ? undefined : { type };
  },
};

const samples: readonly Sample[] = [
  {
    name: "range",
    expression: "self.min <= self.value && self.value <= self.max",
    self: { min: 1, value: 5, max: 10 },
  },
  {
    name: "patterns",
    expression: "self.items.all(item, item.matches('^[a-z0-9]([-a-z0-9]*[a-z0-9])?$'))",
    self: { items: Array.from({ length: 20 }, (_, index) => `web-${index}`) },
  },
  { name: "equality", expression: "self == oldSelf", self: { spec: makeSpec() } },
  {
    name: "texts",
    expression:
      "self.name.startsWith('web-') && self.name.endsWith('-1') && !self.name.contains('..') && size(self.name) < 64",
    self: { name: "web-frontend-eu-1" },
  },
];

/** Spec of the size of a Deployment's: 1.7 KB. */
function makeSpec(): JsonValue {
  const containers = Array.from({ length: 5 }, (_, index) => ({
    name: `container-${index}`,
    image: `registry.example/app:1.${index}`,
    ports: [{ name: "http", containerPort: 8080 + index }],
    env: Array.from({ length: 4 }, (__, place) => ({ name: `VARIABLE_${place}`, value: `value ${place}` })),
    resources: { limits: { cpu: "1", memory: "1Gi" } },
  }));
  return { replicas: 3, template: { metadata: { labels: { app: "web" } }, spec: { containers } } };
}

function createSampleEnvironment(): CelEnvironment {
  return createEnvironment({ variables: { self: structType("Self"), oldSelf: structType("Self") }, types });
}

function compile(environment: CelEnvironment, expression: string): Program {
  const { program, fault } = environment.compile(expression);
  if (program === undefined) {
    throw new Error(fault.text);
  }
  return program;
}

/** Runs with a cost budget, as all rules of a cluster do. */
function runKiln({ expression, self }: Sample): () => void {
  const program = compile(createSampleEnvironment(), expression);
  const bindings = { self, oldSelf: deepCopy(self) };
  return () => mustHold(program.evaluate(bindings, { costLimit: 1_000_000 }).value);
}

function mustHold(value: unknown): void {
  if (value !== true) {
    throw new Error(`the rule does not hold: ${String(value)}`);
  }
}

/** The peers accept ints only as bigints; the conversion is not measured. */
function toBigints(value: JsonValue): unknown {
  if (typeof value === "number") {
    return BigInt(value);
  }
  if (Array.isArray(value)) {
    return value.map(toBigints);
  }
  return typeof value === "object" && value !== null
    ? Object.fromEntries(Object.entries(value).map(([key, member]) => [key, toBigints(member as JsonValue)]))
    : value;
}

function againstBufbuild(sample: Sample): Comparison {
  const run = plan(celEnv(), parse(sample.expression));
  const bindings = { self: toBigints(sample.self), oldSelf: toBigints(sample.self) } as Parameters<typeof run>[0];
  return {
    subject: { name: "kiln", run: runKiln(sample) },
    baseline: { name: "@bufbuild/cel", run: () => mustHold(run(bindings)) },
    bound: { most: 0.1 },
  };
}

function againstCelJs(sample: Sample): Comparison {
  const environment = new Environment().registerVariable("self", "dyn").registerVariable("oldSelf", "dyn");
  const run = environment.parse(sample.expression);
  const bindings = { self: toBigints(sample.self), oldSelf: toBigints(sample.self) } as Parameters<typeof run>[0];
  return {
    subject: { name: "kiln", run: runKiln(sample) },
    baseline: { name: "@marcbachmann/cel-js", run: () => mustHold(run(bindings)) },
    bound: { most: 1 },
  };
}

/** Compile time of rules: the best of several runs, as in a server that has run for a while. */
function compileRules(): Promise<readonly Figure[]> {
  const rules = Array.from({ length: 100 }, (_, index) => {
    const { expression } = samples[index % samples.length] as Sample;
    return `${expression} && size(self.name) >= ${index}`;
  });
  const times = Array.from({ length: 15 }, () => {
    const before = process.cpuUsage();
    const environment = createSampleEnvironment();
    for (const rule of rules) {
      compile(environment, rule);
    }
    const spent = process.cpuUsage(before);
    return (spent.user + spent.system) / 1000;
  });
  return Promise.resolve([
    { name: "the first time", value: times[0] ?? Number.NaN, unit: "ms" },
    { name: "warm", value: Math.min(...times), unit: "ms", bound: { most: 50 } },
  ]);
}

export const celBenchmarks: readonly Benchmark[] = [
  ...samples.map((sample) => ({
    name: `cel-${sample.name}-bufbuild`,
    about: `${sample.expression}, against @bufbuild/cel`,
    open: () => againstBufbuild(sample),
  })),
  ...samples.map((sample) => ({
    name: `cel-${sample.name}-cel-js`,
    about: `${sample.expression}, against the fastest engine on the registry`,
    open: () => againstCelJs(sample),
  })),
  { name: "cel-compile", about: "a definition with a hundred rules", figures: compileRules },
];
