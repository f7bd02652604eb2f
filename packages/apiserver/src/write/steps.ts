import { checkIdentity } from "./check-identity.ts";
import { checkNamespace } from "./check-namespace.ts";
import { checkTerminating } from "./check-terminating.ts";
import { defaultObject } from "./default-object.ts";
import { normalizeUnions } from "./normalize-unions.ts";
import { prepare } from "./prepare.ts";
import { pruneObject } from "./prune-object.ts";
import { resetMetadata } from "./reset-metadata.ts";
import { validate } from "./validate.ts";
import type { Step } from "./write.ts";

/**
 * What happens to an object between the request and the disk, in this order, for every verb that writes. Adding a step
 * is a file and a line. The commit follows the last step; an update has read the live object before the first.
 */
export const writeSteps: readonly Step[] = [
  checkIdentity,
  pruneObject,
  defaultObject,
  resetMetadata,
  checkTerminating,
  checkNamespace,
  prepare,
  normalizeUnions,
  validate,
];
