/** A test by its path and a part of its title, or a recording or benchmark by its name. */
export type Evidence =
  | { readonly file: string; readonly title: string }
  | { readonly recording: string }
  | { readonly benchmark: string; readonly file: string };

/** An item of the test plan or the graduation criteria of a proposal, in our own words. */
export interface ProposalItem {
  readonly proposal: "immutable fields" | "unions" | "pruning";
  readonly part: string;
  readonly item: string;
  readonly shown: readonly Evidence[];
}

const PLACEMENT = "packages/schema/src/keywords/check-mutability-placement.test.ts";
const CHECK_SCHEMA = "packages/schema/src/check-schema.test.ts";
const MARKS = "packages/apiserver/src/write/marks.test.ts";
const LIVE_MARKS = "packages/apiserver/src/crd/live-marks.test.ts";
const CONVERT = "packages/apiserver/src/crd/convert-definition.test.ts";
const VECTORS = "conformance/src/vectors/vectors.test.ts";
const MARK_WRITES = "conformance/src/mark-writes.test.ts";
const TWO_VERSIONS = "conformance/src/marks/two-versions.property.test.ts";
const PROTECT = "packages/apiserver/src/write/protect-stored.test.ts";
const APPLY = "packages/apiserver/src/verbs/apply-kep.test.ts";
const UNION_CASES = "packages/apiserver/src/write/union-cases.test.ts";
const NATIVE_UNIONS = "packages/apiserver/src/kinds/unions.test.ts";
const WEBHOOKS = "packages/apiserver/src/admission/webhooks/admission-webhooks.test.ts";

const immutable = "immutable fields";

export const proposalItems: readonly ProposalItem[] = [
  {
    proposal: immutable,
    part: "unit tests",
    item: "marks at the root and in metadata are rejected",
    shown: [{ file: PLACEMENT, title: "refuses marks at %s" }],
  },
  {
    proposal: immutable,
    part: "unit tests",
    item: "key marks on objects with properties, and AddOnly or RemoveOnly on lists and maps, are rejected",
    shown: [{ file: PLACEMENT, title: "allows on %s what the table says" }],
  },
  {
    proposal: immutable,
    part: "unit tests, alpha",
    item: "other values than the three are rejected",
    shown: [{ file: PLACEMENT, title: "refuses the value %j" }],
  },
  {
    proposal: immutable,
    part: "unit tests, alpha",
    item: "marks are for v1, and for v1beta1 once the stored CRD has some",
    shown: [
      { file: CHECK_SCHEMA, title: "takes marks only where the stored definition has one of either kind" },
      { file: CONVERT, title: "may have marks once the stored definition has some" },
    ],
  },
  {
    proposal: immutable,
    part: "unit tests, alpha, beta",
    item: "every mark with every list type and map type",
    shown: [
      { file: VECTORS, title: "hold for $id" },
      { file: "packages/schema/src/mutability.property.test.ts", title: "are judged as the rules are written down" },
    ],
  },
  {
    proposal: immutable,
    part: "integration tests, e2e",
    item: "creates, updates, patches and applies of objects with marks",
    shown: [
      { file: MARK_WRITES, title: "$title: $id" },
      { file: MARKS, title: "keep what is immutable, and tell it together" },
      { file: TWO_VERSIONS, title: "protects what is stored through both versions and by every verb" },
    ],
  },
  {
    proposal: immutable,
    part: "integration tests",
    item: "server-side apply with list types, map types and marks",
    shown: [
      { file: APPLY, title: "removes %s, and leaves no null" },
      { file: APPLY, title: "adds, replaces and removes members, and tracks who owns them" },
      { file: TWO_VERSIONS, title: "protects what is stored through both versions and by every verb" },
    ],
  },
  {
    proposal: immutable,
    part: "integration tests",
    item: "marks are published in OpenAPI",
    shown: [
      { file: LIVE_MARKS, title: "stay in the protobuf form" },
      {
        file: "packages/apiserver/src/openapi/publish-marks.test.ts",
        title: "describes marks and unions in v2 and v3",
      },
    ],
  },
  {
    proposal: immutable,
    part: "integration tests",
    item: "changed marks of a CRD are followed",
    shown: [{ file: LIVE_MARKS, title: "are followed as they are changed" }],
  },
  {
    proposal: immutable,
    part: "goal",
    item: "equality is that of stored objects, whatever version a request is in",
    shown: [
      { file: PROTECT, title: "keeps the field: %s" },
      { file: TWO_VERSIONS, title: "protects what is stored through both versions and by every verb" },
    ],
  },
  {
    proposal: immutable,
    part: "beta",
    item: "marks survive a server without the feature",
    shown: [{ file: MARKS, title: "leave marks alone while the feature is off, and find them again when it is on" }],
  },
  {
    proposal: immutable,
    part: "beta",
    item: "a CRD without marks pays nothing",
    shown: [{ file: "packages/schema/src/mutability.test.ts", title: "compiles a schema without marks to nothing" }],
  },
  {
    proposal: immutable,
    part: "GA",
    item: "marks cost at most 15 % of an update (own goal: 5 %)",
    shown: [
      { benchmark: "server/list-marks", file: "bench/src/server/benchmarks.ts" },
      { benchmark: "schema/marks", file: "bench/src/schema/benchmarks.ts" },
    ],
  },
  {
    proposal: immutable,
    part: "GA",
    item: "conformance tests",
    shown: [{ file: MARK_WRITES, title: "have many rows" }],
  },
  {
    proposal: "unions",
    part: "test plan",
    item: "the rules by themselves",
    shown: [
      { file: VECTORS, title: "hold for $id" },
      { file: "packages/schema/src/unions.property.test.ts", title: "are normalized as specified" },
    ],
  },
  {
    proposal: "unions",
    part: "test plan",
    item: "server-side apply by people and programs",
    shown: [{ file: "packages/apply/src/unions.test.ts", title: "unions under apply()" }],
  },
  {
    proposal: "unions",
    part: "test plan, GA",
    item: "unions of CRDs, through the server",
    shown: [
      { file: MARKS, title: "clear what the client did not choose, and warn of what it sent in vain" },
      { file: UNION_CASES, title: "another member replaces the defaulted one" },
      { file: TWO_VERSIONS, title: "protects what is stored through both versions and by every verb" },
    ],
  },
  {
    proposal: "unions",
    part: "GA",
    item: "every union of the built-in kinds",
    shown: [
      { file: NATIVE_UNIONS, title: "takes the place of any other: %s" },
      { file: NATIVE_UNIONS, title: "is named by the discriminator: %s" },
    ],
  },
  {
    proposal: "unions",
    part: "future work",
    item: "a configuration that contradicts itself is rejected when it is applied",
    shown: [{ file: "packages/apply/src/unions.test.ts", title: "unions under apply()" }],
  },
  {
    proposal: "pruning",
    part: "alpha",
    item: "the algorithm by itself",
    shown: [
      { file: VECTORS, title: "hold for $id" },
      { file: "packages/schema/src/prune.property.test.ts", title: "agrees with the rules as they are written down" },
    ],
  },
  {
    proposal: "pruning",
    part: "alpha",
    item: "preserveUnknownFields is true by default in v1beta1, and nothing but metadata is pruned then",
    shown: [
      { file: CONVERT, title: "are filled in as Kubernetes did, and kept as definitions of v1" },
      {
        file: "packages/schema/src/prune.test.ts",
        title: "prunes only metadata where the definition itself preserves",
      },
      { recording: "v1beta1-pruning" },
    ],
  },
  {
    proposal: "pruning",
    part: "alpha",
    item: "each version is pruned by its own schema",
    shown: [
      {
        file: "packages/apiserver/src/crd/crd-to-resources.test.ts",
        title: "prunes what it reads by the version of the request",
      },
    ],
  },
  {
    proposal: "pruning",
    part: "alpha",
    item: "apiVersion, kind and metadata stay where the schema says nothing",
    shown: [{ recording: "prune-3" }],
  },
  {
    proposal: "pruning",
    part: "beta",
    item: "embedded resources and preserved fields",
    shown: [
      { recording: "prune-2" },
      {
        file: "packages/apiserver/src/foreign-objects.test.ts",
        title: "is pruned by the schema, with what a preserving node keeps",
      },
    ],
  },
  {
    proposal: "pruning",
    part: "beta",
    item: "requests, reads and what webhooks changed are pruned",
    shown: [
      { recording: "prune-1" },
      {
        file: WEBHOOKS,
        title: "changes the object; its additions are pruned, defaulted and owned by no field manager",
      },
      { file: APPLY, title: "prunes them with a warning, silently, or is rejected" },
    ],
  },
  {
    proposal: "pruning",
    part: "GA",
    item: "pruning does not reduce throughput considerably",
    shown: [{ benchmark: "server/pruning", file: "bench/src/server/benchmarks.ts" }],
  },
];
