import { admit } from "./admit.ts";
import { authorizeCreate } from "./authorize-create.ts";
import { checkIdentity } from "./check-identity.ts";
import { checkKind } from "./check-kind.ts";
import { checkLive } from "./check-live.ts";
import { checkNamespace } from "./check-namespace.ts";
import { checkSize } from "./check-size.ts";
import { checkVersion } from "./check-version.ts";
import { claim } from "./claim.ts";
import { countGeneration } from "./count-generation.ts";
import { dedupOwners } from "./dedup-owners.ts";
import { defaultObject } from "./default-object.ts";
import { keepFieldTimes } from "./keep-field-times.ts";
import { mutate } from "./mutate.ts";
import { normalizeUnions } from "./normalize-unions.ts";
import { ownFields } from "./own-fields.ts";
import { prepare } from "./prepare.ts";
import { protectStored } from "./protect-stored.ts";
import { provideNamespace } from "./provide-namespace.ts";
import { pruneApplied } from "./prune-applied.ts";
import { pruneObject } from "./prune-object.ts";
import { refuseEscalation } from "./refuse-escalation.ts";
import { validate } from "./validate.ts";
import { warn } from "./warn.ts";
import type { Step } from "./write.ts";

/**
 * Steps of a write between the request and the store, in this order, for every verb. A new step is a file, a line here
 * and a line in docs/write-path.md. The commit follows the last step; an update has read the live object before the
 * first.
 */
export const writeSteps: readonly Step[] = [
  checkKind,
  pruneObject,
  checkSize,
  defaultObject,
  checkIdentity,
  dedupOwners,
  checkLive,
  provideNamespace,
  checkNamespace,
  ownFields,
  mutate,
  refuseEscalation,
  checkVersion,
  prepare,
  normalizeUnions,
  countGeneration,
  keepFieldTimes,
  checkSize,
  validate,
  pruneApplied,
  protectStored,
  warn,
  authorizeCreate,
  admit,
  claim,
];
