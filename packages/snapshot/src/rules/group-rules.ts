import { exactlyOne, frozenOnceSet, immutable, isSet, notEmpty } from "./rule.ts";
import { REF_FIELDS, type RuleSet } from "./rule-set.ts";

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
  warnOfNew: () => [],
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
    frozenOnceSet("ref-immutable", { parent: REF, names: REF_FIELDS, trigger: "uid" }),
  ],
  isRatcheting: true,
  warnOfNew: () => [],
};

/** The same in every version; undefined for the classes of groups, which have no rules. */
export function groupRulesFor(plural: string): RuleSet | undefined {
  if (plural === "volumegroupsnapshots") {
    return SNAPSHOT_RULES;
  }
  return plural === "volumegroupsnapshotcontents" ? CONTENT_RULES : undefined;
}
