import type { JsonObject } from "@kiln/api";
import { textOf } from "./field.ts";
import {
  type ChangeRule,
  exactlyOne,
  type FrozenFields,
  frozenOnceSet,
  immutable,
  immutableOnceSet,
  isSet,
  notEmpty,
  type StateRule,
} from "./rule.ts";
import type { Violation } from "./violation.ts";

/** Rules of one version of a kind, in the order of their messages. */
export interface RuleSet {
  /** Fields that must be strings if present: others cannot be validated. */
  readonly strings: readonly string[];
  readonly objects: readonly string[];
  readonly arrays?: readonly string[];
  readonly state: readonly StateRule[];
  readonly change: readonly ChangeRule[];
  /** Whether a change of an object that was already invalid is allowed, so that it can be deleted. */
  readonly isRatcheting: boolean;
}

export interface RuleSettings {
  /** `upstream`: the rules of external-snapshotter's webhook, from v4.0 for v1 and from v3.0 for v1beta1. */
  readonly semantics: "kep" | "upstream";
  /** Enables the rule for `spec.sourceVolumeMode` of v1. */
  readonly keepsVolumeMode?: boolean;
  /** Enables the rules of group snapshots. */
  readonly judgesGroups?: boolean;
  /** Returns all VolumeSnapshotClasses; enables the rule that a driver has one default class. */
  readonly classes?: () => Iterable<JsonObject>;
}

export type SnapshotKind = "VolumeSnapshot" | "VolumeSnapshotContent";
export type SnapshotVersion = "v1" | "v1beta1";

const CLAIM = "spec.source.persistentVolumeClaimName";
const CONTENT = "spec.source.volumeSnapshotContentName";
const CLASS = "spec.volumeSnapshotClassName";
const VOLUME = "spec.source.volumeHandle";
const SNAPSHOT = "spec.source.snapshotHandle";
const MODE = "spec.sourceVolumeMode";
const REF = "spec.volumeSnapshotRef";
const DRIVER = "spec.driver";
const POLICY = "spec.deletionPolicy";
const WHOLE = ["metadata", "spec", "spec.source", "status"];
/** Names of all fields of an ObjectReference. */
export const REF_FIELDS: readonly string[] = [
  "kind",
  "namespace",
  "name",
  "uid",
  "apiVersion",
  "resourceVersion",
  "fieldPath",
];

/**
 * A reference is immutable once it has a uid. A content with the policy Retain may lose the uid, so that an
 * administrator can bind it to another snapshot: the storage keeps the snapshot in any case.
 */
export function frozenRef(parent: string): FrozenFields {
  const isRetained = (object: JsonObject) => textOf(object, POLICY) === "Retain";
  return {
    parent,
    names: REF_FIELDS,
    trigger: "uid",
    isReleased: (object, old) => isRetained(old) && isRetained(object) && textOf(object, `${parent}.uid`) === "",
    releasable: ["uid", "resourceVersion"],
  };
}

/** The rules of one kind and version. */
export function rulesFor(kind: SnapshotKind, version: SnapshotVersion, settings: RuleSettings): RuleSet {
  return kind === "VolumeSnapshot" ? snapshotRules(version, settings) : contentRules(version, settings);
}

function snapshotRules(version: SnapshotVersion, { semantics }: RuleSettings): RuleSet {
  // Upstream leaves the sources of v1 to the schema.
  const isLax = semantics === "upstream" && version === "v1";
  return {
    strings: [CLAIM, CONTENT, CLASS],
    objects: WHOLE,
    state: [...(isLax ? [] : [exactlyOne("source-one-of", [CLAIM, CONTENT])]), notEmpty("class-not-empty", CLASS)],
    change: [immutable("source-immutable", CLAIM), immutable("source-immutable", CONTENT)],
    isRatcheting: !isLax,
  };
}

function contentRules(version: SnapshotVersion, { semantics, keepsVolumeMode = false }: RuleSettings): RuleSet {
  const isUpstream = semantics === "upstream";
  const isLax = isUpstream && version === "v1";
  const mode = (isUpstream ? immutable : immutableOnceSet)("volume-mode-immutable", MODE);
  const frozen = frozenOnceSet("ref-immutable", frozenRef(REF));
  return {
    strings: [
      ...[VOLUME, SNAPSHOT, DRIVER, POLICY, CLASS, ...(version === "v1" ? [MODE] : [])],
      ...REF_FIELDS.map((name) => `${REF}.${name}`),
    ],
    objects: [...WHOLE, REF],
    state: [
      ...(isLax ? [] : [exactlyOne("source-one-of", [VOLUME, SNAPSHOT])]),
      isSet("ref-name-set", `${REF}.name`),
      isSet("ref-namespace-set", `${REF}.namespace`),
    ],
    change: [
      immutable("source-immutable", VOLUME),
      immutable("source-immutable", SNAPSHOT),
      ...(keepsVolumeMode && version === "v1" ? [mode] : []),
      ...(isUpstream ? [] : [frozen]),
    ],
    isRatcheting: !isLax,
  };
}

/** Violations of an object regardless of its old state: for the webhook on create, and for labels. */
export function findViolations({ state }: RuleSet, object: JsonObject): Violation[] {
  return state.flatMap((rule) => rule(object));
}
