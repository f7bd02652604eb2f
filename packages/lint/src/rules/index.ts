import type { LintRule } from "../lint-rule.ts";
import { booleanKey } from "./boolean-key.ts";
import { defaultAgainstMark } from "./default-against-mark.ts";
import { defaultInUnion } from "./default-in-union.ts";
import { defaultOnRequired } from "./default-on-required.ts";
import { defaultsDiffer } from "./defaults-differ.ts";
import { definitionSize } from "./definition-size.ts";
import { impossibleBounds } from "./impossible-bounds.ts";
import { marksDiffer } from "./marks-differ.ts";
import { missingListType } from "./missing-list-type.ts";
import { oneOfRequired } from "./one-of-required.ts";
import { preservedUnknownFields } from "./preserved-unknown-fields.ts";
import { refused } from "./refused.ts";
import { requiredButPruned } from "./required-but-pruned.ts";
import { resettableRule } from "./resettable-rule.ts";
import { ruleWithoutMessage } from "./rule-without-message.ts";
import { serverWarning } from "./server-warning.ts";
import { statusWithoutSubresource } from "./status-without-subresource.ts";
import { unanchoredPattern } from "./unanchored-pattern.ts";
import { unboundedRule } from "./unbounded-rule.ts";
import { unionWithoutDiscriminator } from "./union-without-discriminator.ts";
import { unknownField } from "./unknown-field.ts";
import { unportablePattern } from "./unportable-pattern.ts";
import { unreadable } from "./unreadable.ts";

/** Every rule, in the order of the list that `kiln lint --rules` prints: the most important first. */
export const lintRules: readonly LintRule[] = [
  unreadable,
  refused,
  unknownField,
  requiredButPruned,
  impossibleBounds,
  booleanKey,
  serverWarning,
  missingListType,
  unionWithoutDiscriminator,
  marksDiffer,
  resettableRule,
  unboundedRule,
  unanchoredPattern,
  defaultInUnion,
  defaultAgainstMark,
  defaultsDiffer,
  statusWithoutSubresource,
  definitionSize,
  oneOfRequired,
  defaultOnRequired,
  unportablePattern,
  ruleWithoutMessage,
  preservedUnknownFields,
];
