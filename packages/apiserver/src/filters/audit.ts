import { type AuditDecision, type AuditPolicy, type AuditTrail, holdBody } from "@kiln/access";
import type { JsonObject } from "@kiln/api";
import { attributesOf } from "../request/access-attributes.ts";
import type { Context } from "../request/context.ts";
import { type AuditMoment, auditEvent, isNoted } from "./audit-event.ts";
import type { Filter } from "./filter.ts";

/** Target and policy of the audit log. */
export interface Audit {
  readonly policy: AuditPolicy;
  /** Writes an event. Returns at once; failures are handled by the log. */
  readonly write: (event: JsonObject) => void;
}

/** Kinds whose content is never logged, whatever the policy. */
const CONFIDENTIAL: ReadonlySet<string> = new Set([
  "secrets",
  "configmaps",
  "serviceaccounts/token",
  "tokenreviews.authentication.k8s.io",
]);

/** Maximum size of a recorded response: larger than any object; longer lists are not recorded, to bound memory. */
const MAX_RESPONSE_BYTES = 4 * 1024 * 1024;

/** Audits requests and responses. Runs after authentication; {@link auditRefused} audits failed authentication. */
export function audit({ policy, write }: Audit): Filter {
  const note = (context: Context, trail: AuditTrail, moment: AuditMoment): void => {
    if (!trail.omitStages.includes(moment.stage)) {
      write(auditEvent(context, trail, moment));
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
      note(context, trail, { stage: "RequestReceived" });
      return undefined;
    },
    after(context, response) {
      const trail = context.audit;
      if (trail === undefined) {
        return undefined;
      }
      const complete = (more: Partial<AuditMoment> = {}) =>
        note(context, trail, { stage: "ResponseComplete", response, ...more });
      if (response.isEventStream === true) {
        note(context, trail, { stage: "ResponseStarted", response });
        whenOver(context, complete);
        return undefined;
      }
      if (!context.info.isResource || response.body === undefined || !isNoted(trail, "RequestResponse")) {
        complete(response.body instanceof Uint8Array ? { responseBody: response.body } : {});
        return undefined;
      }
      if (response.body instanceof Uint8Array) {
        complete(bounded(response.body));
        return undefined;
      }
      return { ...response, body: noteWhenRead(context, response.body, complete) };
    },
  };
}

/** Records a streamed list once, also if the client disconnects before it begins. */
function noteWhenRead(
  context: Context,
  body: AsyncIterable<Uint8Array>,
  complete: (more: Partial<AuditMoment>) => void,
): AsyncIterable<Uint8Array> {
  let isNotedAlready = false;
  const noteOnce = (whole?: Uint8Array) => {
    if (!isNotedAlready) {
      isNotedAlready = true;
      complete(bounded(whole));
    }
  };
  whenOver(context, () => noteOnce());
  return holdBody(body, { maxBytes: MAX_RESPONSE_BYTES, whenRead: noteOnce });
}

function bounded(whole: Uint8Array | undefined): Partial<AuditMoment> {
  return whole === undefined || whole.byteLength > MAX_RESPONSE_BYTES ? { isTruncated: true } : { responseBody: whole };
}

function whenOver({ request }: Context, act: () => void): void {
  request.signal.addEventListener("abort", () => act(), { once: true });
}

/** Records requests with invalid credentials. */
export function auditRefused({ policy, write }: Audit): Filter {
  return {
    after(context, response) {
      if (context.audit !== undefined || response.status !== 401) {
        return undefined;
      }
      const user = { name: "", groups: [] };
      const decision = policy(attributesOf(user, context.info));
      const trail = { ...decision, user, receivedAt: context.services.clock.now() };
      if (isNoted(trail, "Metadata") && !decision.omitStages.includes("ResponseStarted")) {
        write(auditEvent(context, { ...trail, level: "Metadata" }, { stage: "ResponseStarted", response }));
      }
      return undefined;
    },
  };
}

function guard({ info }: Context, decision: AuditDecision): AuditDecision {
  const path = info.subresource === "" ? info.resource : `${info.resource}/${info.subresource}`;
  const isConfidential = info.isResource && CONFIDENTIAL.has(info.group === "" ? path : `${path}.${info.group}`);
  return isConfidential && decision.level !== "None" ? { ...decision, level: "Metadata" } : decision;
}
