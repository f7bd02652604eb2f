import { asObject, type FieldError, fieldPath, forbidden, invalid, type JsonObject, notFound, textAt } from "@kiln/api";
import type { ServedDefinition } from "@kiln/apiserver";
import { definitionOf, prefixOf } from "./definition-of.ts";

export const FORK_PREFIX: string = prefixOf("forks");

/** The initial state of a fork: the base cluster, another fork, a snapshot, or a new cluster. */
export type Origin =
  | { readonly kind: "base" }
  | { readonly kind: "fork"; readonly name: string }
  | { readonly kind: "snapshot"; readonly name: string }
  | { readonly kind: "import"; readonly name: string }
  | { readonly kind: "empty" };

/** The decoded spec of a Fork. */
export interface ForkSpec {
  readonly origin: Origin;
  /** Number of resets; increasing it resets the fork. */
  readonly resets: number;
  /** Seed that makes uids and generated names the same in every run. */
  readonly seed: number | undefined;
  /** Whether workloads are simulated; undefined: as in the base cluster. */
  readonly simulate: boolean | undefined;
}

export interface ForkRules {
  /** Whether the origin exists. */
  hasOrigin(origin: Origin): boolean;
  /** The status of a fork, with the credentials of the kubeconfig it had. */
  statusOf(name: string, kubeconfig?: string): JsonObject;
  /** Called before the object is created: copies data on disk. */
  prepare(name: string, origin: Origin): Promise<void>;
  /** Whether forks may have a seed. They may not if they outlive the process, because uids would repeat. */
  readonly takesSeeds: boolean;
}

const FROM: JsonObject = {
  type: "object",
  description: "What the fork starts as. Absent: the base cluster as it is when the fork is made.",
  "x-kubernetes-mutability": "Immutable",
  properties: {
    fork: { type: "string", minLength: 1, description: "Name of the fork whose present state is copied." },
    snapshot: { type: "string", minLength: 1, description: "Name of the snapshot that is copied." },
    empty: { type: "boolean", description: "True: only what every new cluster has." },
  },
};

const DEFINITION: JsonObject = definitionOf({
  kind: "Fork",
  plural: "forks",
  description: "A copy-on-write cluster under a path of its own. Deleting the object deletes the cluster.",
  spec: {
    type: "object",
    default: {},
    properties: {
      from: FROM,
      resets: {
        type: "integer",
        format: "int64",
        minimum: 0,
        default: 0,
        description: "Raise it to bring the cluster back to what it started as.",
      },
      seed: {
        type: "integer",
        format: "int64",
        "x-kubernetes-mutability": "Immutable",
        description: "Makes uids and generated names the same in every run that sends the same requests.",
      },
      simulate: {
        type: "boolean",
        "x-kubernetes-mutability": "Immutable",
        description: "Whether workloads come to life, as with kiln serve --simulate. Absent: as in the base cluster.",
      },
    },
  },
  status: {
    type: "object",
    properties: {
      url: { type: "string", description: "The server address for clients of the fork." },
      kubeconfig: { type: "string", description: "A complete kubeconfig for the fork's administrator." },
    },
  },
  columns: [
    ["From", "string", ".spec.from"],
    ["Resets", "integer", ".spec.resets"],
    ["URL", "string", ".status.url"],
    ["Age", "date", ".metadata.creationTimestamp"],
  ],
});

/** Pattern of a name, which is one segment of a URL path and a directory name. */
export const NAME: RegExp = /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/;

export function forkKind(rules: ForkRules): ServedDefinition {
  return {
    definition: DEFINITION,
    strategy: {
      prepareCreate(object) {
        object.status = rules.statusOf(nameOf(object));
      },
      prepareUpdate(object, old) {
        object.status = rules.statusOf(nameOf(object), textAt(asObject(old.status), "kubeconfig"));
      },
      validateCreate: (object) => [
        ...checkName(nameOf(object)),
        ...checkOrigin(object, rules),
        ...checkSeed(object, rules),
      ],
      validateUpdate: (object, old) => checkResets(object, old),
      allocation: {
        async claim(object, { old, isDryRun, services, key }) {
          // If the name exists already, the write itself is refused.
          if (old === undefined && !isDryRun && services.store.peek(key) === undefined) {
            await rules.prepare(nameOf(object), readForkSpec(object).origin);
          }
          return undefined;
        },
      },
    },
  };
}

export function readForkSpec(object: JsonObject): ForkSpec {
  const spec = asObject(object.spec);
  const resets = typeof spec.resets === "number" ? spec.resets : 0;
  const seed = typeof spec.seed === "number" ? spec.seed : undefined;
  const simulate = typeof spec.simulate === "boolean" ? spec.simulate : undefined;
  return { origin: readOrigin(asObject(spec.from)), resets, seed, simulate };
}

export function readOrigin(from: JsonObject): Origin {
  const [fork, snapshot, upload] = [textAt(from, "fork"), textAt(from, "snapshot"), textAt(from, "import")];
  if (fork !== "") {
    return { kind: "fork", name: fork };
  }
  if (snapshot !== "") {
    return { kind: "snapshot", name: snapshot };
  }
  if (upload !== "") {
    return { kind: "import", name: upload };
  }
  return { kind: from.empty === true ? "empty" : "base" };
}

export function nameOf(object: JsonObject): string {
  return textAt(asObject(object.metadata), "name");
}

export function checkName(name: string): FieldError[] {
  const detail = "must be one DNS label of at most 63 lower-case letters, digits and hyphens: it is part of a path";
  return NAME.test(name) ? [] : [invalid(fieldPath("metadata", "name"), name, detail)];
}

/** Errors of `spec.from`: several origins, or one that does not exist. */
export function checkOrigin(object: JsonObject, { hasOrigin }: Pick<ForkRules, "hasOrigin">): FieldError[] {
  const path = fieldPath("spec", "from");
  const from = asObject(asObject(object.spec).from);
  const given = ["fork", "snapshot", "import", "empty"].filter((key) => from[key] !== undefined && from[key] !== false);
  if (given.length > 1) {
    return [forbidden(path, `names ${given.join(" and ")}: set one of them`)];
  }
  const origin = readOrigin(from);
  return hasOrigin(origin) || !("name" in origin) ? [] : [notFound(path.child(origin.kind), origin.name)];
}

function checkSeed(object: JsonObject, { takesSeeds }: Pick<ForkRules, "takesSeeds">): FieldError[] {
  const { seed } = readForkSpec(object);
  return seed === undefined || takesSeeds
    ? []
    : [
        forbidden(
          fieldPath("spec", "seed"),
          "needs kiln serve --store memory: uids would be given out again after a restart",
        ),
      ];
}

function checkResets(object: JsonObject, old: JsonObject): FieldError[] {
  const [after, before] = [readForkSpec(object).resets, readForkSpec(old).resets];
  return after < before
    ? [invalid(fieldPath("spec", "resets"), after, `must not be below ${before}: raise it to reset the fork`)]
    : [];
}
