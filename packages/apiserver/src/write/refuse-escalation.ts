import { checkEscalation } from "../authorization/rbac/check-escalation.ts";
import { RBAC_GROUP } from "../authorization/rbac/rbac-policy.ts";
import type { Step } from "./write.ts";

/** Roles and bindings give no more than their writer has. After admission, which may still add rights to them. */
export const refuseEscalation: Step = (write) =>
  write.resource.group === RBAC_GROUP && !write.resource.isCustom ? checkEscalation(write) : undefined;
