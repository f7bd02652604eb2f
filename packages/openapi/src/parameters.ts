/** A parameter of an operation. Operations share the object. */
export interface Parameter {
  readonly name: string;
  readonly in: "query" | "path";
  readonly type: "string" | "boolean" | "integer";
  readonly description: string;
  /** Name among the shared parameters of OpenAPI v2; absent if every operation contains the parameter itself. */
  readonly shared?: string;
}

type Plain = Pick<Parameter, "name" | "type" | "description">;

function query({ name, type, description }: Plain): Parameter {
  return { name, in: "query", type, description, shared: name };
}

export const PRETTY: Parameter = query({
  name: "pretty",
  type: "string",
  description: "If true, the answer is written with line breaks. Browsers, curl and wget get them unasked.",
});

export const NAMESPACE: Parameter = {
  name: "namespace",
  in: "path",
  type: "string",
  description: "The namespace that the object is in.",
  shared: "namespace",
};

export const NAME: Parameter = { name: "name", in: "path", type: "string", description: "The name of the object." };

// Kubernetes: kubectl reads these two parameters to find the supported features
// (cli-runtime/pkg/resource/query_param_verifier_v3.go queryParamVerifierV3.HasSupport, v1.36).
const DRY_RUN: Parameter = {
  name: "dryRun",
  in: "query",
  type: "string",
  description: '"All": do everything but store the result.',
};
const FIELD_VALIDATION: Parameter = {
  name: "fieldValidation",
  in: "query",
  type: "string",
  description:
    'What happens to fields that are unknown or there twice. "Ignore": they are dropped. "Warn", the default: they are dropped, and a warning names them. "Strict": the request is refused.',
};

const FIELD_MANAGER = query({
  name: "fieldManager",
  type: "string",
  description: "Who makes the change. By default the first word of the User-Agent.",
});
const RESOURCE_VERSION = query({
  name: "resourceVersion",
  type: "string",
  description: "The state to be shown: at least as new as this one, whatever is at hand if 0, the newest if absent.",
});

const SELECTION: readonly Parameter[] = [
  query({ name: "continue", type: "string", description: "From the answer before this one: where to read on." }),
  query({ name: "fieldSelector", type: "string", description: "Only objects whose fields have these values." }),
  query({ name: "labelSelector", type: "string", description: "Only objects whose labels match." }),
  query({ name: "limit", type: "integer", description: "At most so many objects in one answer." }),
  RESOURCE_VERSION,
  query({
    name: "resourceVersionMatch",
    type: "string",
    description: '"Exact" or "NotOlderThan": how resourceVersion is meant.',
  }),
  query({
    name: "sendInitialEvents",
    type: "boolean",
    description: "If true, a watch begins with the objects that are there and says when they are complete.",
  }),
  query({ name: "shardSelector", type: "string", description: "Only objects of this part of the whole." }),
  query({ name: "timeoutSeconds", type: "integer", description: "How long a list or a watch may take." }),
];

const DELETION: readonly Parameter[] = [
  DRY_RUN,
  query({
    name: "gracePeriodSeconds",
    type: "integer",
    description: "How long the object has before it is deleted. 0 is at once; by default what the kind says.",
  }),
  query({
    name: "ignoreStoreReadErrorWithClusterBreakingPotential",
    type: "boolean",
    description: "If true, an object that cannot be read is removed without asking anything of it. This is unsafe.",
  }),
  query({
    name: "orphanDependents",
    type: "boolean",
    description: "Use propagationPolicy. If true, dependents lose this owner and stay.",
  }),
  query({
    name: "propagationPolicy",
    type: "string",
    description:
      'What happens to dependents: "Orphan" keeps them, "Background" deletes them afterwards, "Foreground" deletes them first.',
  }),
];

export const CUSTOM_GET_PARAMETERS: readonly Parameter[] = [RESOURCE_VERSION];
export const WRITE_PARAMETERS: readonly Parameter[] = [DRY_RUN, FIELD_MANAGER, FIELD_VALIDATION];
export const DELETE_PARAMETERS: readonly Parameter[] = DELETION;

export const LIST_PARAMETERS: readonly Parameter[] = inOrder([
  ...SELECTION,
  query({
    name: "allowWatchBookmarks",
    type: "boolean",
    description: "If true, a watch now and then says how far it is by an event of type BOOKMARK.",
  }),
  query({
    name: "watch",
    type: "boolean",
    description: "If true, the answer is a stream of changes, from resourceVersion on.",
  }),
]);

export const PATCH_PARAMETERS: readonly Parameter[] = [
  DRY_RUN,
  {
    name: "fieldManager",
    in: "query",
    type: "string",
    description: "Who makes the change. Required to apply; otherwise by default the first word of the User-Agent.",
    shared: "fieldManager-patch",
  },
  FIELD_VALIDATION,
  query({ name: "force", type: "boolean", description: "Apply only. If true, fields that others own are taken over." }),
];

export const DELETE_COLLECTION_PARAMETERS: readonly Parameter[] = inOrder([...SELECTION, ...DELETION]);

/** Parameters that OpenAPI v2 lists once and operations reference. */
export const SHARED_PARAMETERS: readonly Parameter[] = [
  ...new Set([
    PRETTY,
    NAMESPACE,
    FIELD_MANAGER,
    ...LIST_PARAMETERS,
    ...PATCH_PARAMETERS,
    ...DELETE_COLLECTION_PARAMETERS,
  ]),
].filter(({ shared }) => shared !== undefined);

export function inOrder(parameters: readonly Parameter[]): Parameter[] {
  return [...parameters].sort((a, b) => (a.name < b.name ? -1 : 1));
}
