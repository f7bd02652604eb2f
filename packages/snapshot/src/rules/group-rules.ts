import { exactlyOne, frozenOnceSet, immutable, immutableText, isSet, notEmpty } from "./rule.ts";
import { frozenRef, REF_FIELDS, type RuleSet, type RuleSettings } from "./rule-set.ts";

const SELECTOR = "spec.source.selector";
const CONTENT = "spec.source.volumeGroupSnapshotContentName";
const CLASS = "spec.volumeGroupSnapshotClassName";
const VOLUMES = "spec.source.volumeHandles";
const SNAPSHOTS = "spec.source.groupSnapshotHandles";
const REF = "spec.volumeGroupSnapshotRef";

const SNAPSHOT_RULES: RuleSet = {
  strings: [CONTENT, CLASS],
  objects: ["spec", "spec.source", SELECTOR],
  state: [exactlyOne("source-one-of", [SELECTOR, CONTENT]), notEmpty("class-not-empty", CLASS)],
  change: [immutable("source-immutable", SELECTOR), immutable("source-immutable", CONTENT)],
  isRatcheting: true,
};

const CONTENT_RULES: RuleSet = {
  strings: REF_FIELDS.map((name) => `${REF}.${name}`),
  objects: ["spec", "spec.source", SNAPSHOTS, REF],
  arrays: [VOLUMES],
  state: [
    exactlyOne("source-one-of", [VOLUMES, SNAPSHOTS]),
    isSet("ref-name-set", `${REF}.name`),
    isSet("ref-namespace-set", `${REF}.namespace`),
  ],
  change: [
    immutable("source-immutable", VOLUMES),
    immutable("source-immutable", SNAPSHOTS),
    frozenOnceSet("ref-immutable", frozenRef(REF)),
  ],
  isRatcheting: true,
};

/**
 * Rules of external-snapshotter v6.3 to v7: only the schema validates sources, an invalid object cannot be changed, and
 * the name in the reference is immutable.
 */
const UPSTREAM_SNAPSHOT_RULES: RuleSet = {
  ...SNAPSHOT_RULES,
  state: [notEmpty("class-not-empty", CLASS)],
  isRatcheting: false,
};

const UPSTREAM_CONTENT_RULES: RuleSet = {
  ...CONTENT_RULES,
  state: [isSet("ref-name-set", `${REF}.name`), isSet("ref-namespace-set", `${REF}.namespace`)],
  change: [
    immutable("source-immutable", SNAPSHOTS),
    immutable("source-immutable", VOLUMES),
    immutableText("ref-immutable", `${REF}.name`),
    immutableText("ref-immutable", `${REF}.namespace`),
  ],
  isRatcheting: false,
};

/** Rules of a group snapshot kind, the same in every version; undefined for its class, which has none. */
export function groupRulesFor(plural: string, { semantics }: Pick<RuleSettings, "semantics">): RuleSet | undefined {
  const isUpstream = semantics === "upstream";
  if (plural === "volumegroupsnapshots") {
    return isUpstream ? UPSTREAM_SNAPSHOT_RULES : SNAPSHOT_RULES;
  }
  const contents = isUpstream ? UPSTREAM_CONTENT_RULES : CONTENT_RULES;
  return plural === "volumegroupsnapshotcontents" ? contents : undefined;
}
