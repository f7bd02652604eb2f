import type { JsonObject } from "@kiln/api";
import { auditEvent, isNoted } from "../audit/audit-event.ts";
import type { AuditDecision, AuditPolicy, AuditStage } from "../audit/audit-policy.ts";
import type { AuditTrail } from "../audit/audit-trail.ts";
import { attributesOf } from "../authorization/attributes-of.ts";
import type { Context } from "../context.ts";
import type { ApiResponse } from "../http/message.ts";
import type { Filter } from "./filter.ts";

/** Where the log goes, and what of. */
export interface Audit {
  readonly policy: AuditPolicy;
  /** Takes an event and returns at once, whatever becomes of it. */
  readonly write: (event: JsonObject) => void;
}

/** What these hold or are about is never in the log, whatever a policy says. */
const CONFIDENTIAL: ReadonlySet<string> = new Set([
  "secrets",
  "configmaps",
  "serviceaccounts/token",
  "tokenreviews.authentication.k8s.io",
]);

/** Notes what is asked for and what becomes of it. Comes after authentication; those who fail it are noted apart. */
export function audit({ policy, write }: Audit): Filter {
  const note = (context: Context, trail: AuditTrail, stage: AuditStage, response?: ApiResponse): void => {
    if (!trail.omitStages.includes(stage)) {
      const body = response?.body instanceof Uint8Array ? { responseBody: response.body } : {};
      write(auditEvent(context, trail, { stage, ...(response === undefined ? {} : { response, ...body }) }));
    }
  };
  return {
    before(context) {
      const { user, info, services } = context;
      const decision = guard(context, policy(attributesOf(user, info)));
      if (decision.level === "None") {
        return undefined;
      }
      const { level, omitStages, omitManagedFields } = decision;
      const trail = { level, omitStages, omitManagedFields, user, receivedAt: services.clock.now() };
      context.audit = trail;
      note(context, trail, "RequestReceived");
      return undefined;
    },
    after(context, response) {
      const trail = context.audit;
      if (trail === undefined) {
        return;
      }
      if (response.isEventStream !== true) {
        note(context, trail, "ResponseComplete", response);
        return;
      }
      note(context, trail, "ResponseStarted", response);
      const end = () => note(context, trail, "ResponseComplete", response);
      context.request.signal.addEventListener("abort", end, { once: true });
    },
  };
}

/** Notes those whose credentials are not good. */
export function auditRefused({ policy, write }: Audit): Filter {
  return {
    after(context, response) {
      if (context.audit !== undefined || response.status !== 401) {
        return;
      }
      const user = { name: "", groups: [] };
      const decision = policy(attributesOf(user, context.info));
      const trail = { ...decision, user, receivedAt: context.services.clock.now() };
      if (isNoted(trail, "Metadata") && !decision.omitStages.includes("ResponseStarted")) {
        write(auditEvent(context, { ...trail, level: "Metadata" }, { stage: "ResponseStarted", response }));
      }
    },
  };
}

function guard({ info }: Context, decision: AuditDecision): AuditDecision {
  const path = info.subresource === "" ? info.resource : `${info.resource}/${info.subresource}`;
  const isConfidential = info.isResource && CONFIDENTIAL.has(info.group === "" ? path : `${path}.${info.group}`);
  return isConfidential && decision.level !== "None" ? { ...decision, level: "Metadata" } : decision;
}
