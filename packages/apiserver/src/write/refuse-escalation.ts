import { RBAC_GROUP } from "@kiln/access";
import { checkEscalation } from "./check-escalation.ts";
import type { Step } from "./write.ts";

/** Roles and bindings give no more than their writer has. After admission, which may still add rights to them. */
export const refuseEscalation: Step = (write) =>
  write.resource.group === RBAC_GROUP && write.resource.dialect.writing.hasOwnRules
    ? checkEscalation(write)
    : undefined;
