import {
  asObjects,
  type Clock,
  type JsonObject,
  nameIsPathSegment,
  objectAt,
  printTime,
  setOwn,
  type User,
} from "@kiln/api";
import { setOf } from "@kiln/apply";
import type { Strategy } from "../../resource/strategy.ts";
import type { Declaration } from "../declaration.ts";
import { validateCertificateRequest, validateCertificateUpdate } from "./validate-certificate-request.ts";

/**
 * Fields that get no owner, by endpoint: approvers own the conditions of the status, signers the other fields; the spec
 * is immutable.
 */
const UNOWNED: Strategy["unowned"] = {
  "": setOf(["f:spec"], ["f:status"]),
  approval: setOf(["f:spec"], ["f:status", "f:certificate"]),
  status: setOf(["f:spec"], ["f:status", "f:conditions"]),
};

export const certificateSigningRequest: Declaration = {
  resource: "certificatesigningrequests.certificates.k8s.io",
  nameRule: nameIsPathSegment,
  metadataRules: { requiresQualifiedFinalizers: true, onUpdate: ["create", "update"] },
  selectableFields: ["spec.signerName"],
  strategy: () => ({
    unowned: UNOWNED,
    prepareCreate: (object, { user }) => {
      const { username: _u, uid: _i, groups: _g, extra: _e, ...spec } = objectAt(object, "spec");
      object.spec = { ...spec, ...requester(user) };
      object.status = {};
    },
    prepareUpdate: (object, old, subresource, { clock }) => {
      object.spec = old.spec ?? {};
      const status = objectAt(object, "status");
      if (subresource === "status") {
        keepVerdict(status, objectAt(old, "status"));
      } else if (subresource === "approval") {
        const { conditions: _, ...before } = objectAt(old, "status");
        object.status = { ...before, ...(status.conditions === undefined ? {} : { conditions: status.conditions }) };
      }
      if (subresource !== "") {
        dateConditions(objectAt(object, "status"), objectAt(old, "status"), clock);
      }
    },
    validateCreate: (object) => validateCertificateRequest(object),
    validateUpdate: validateCertificateUpdate,
  }),
};

/** Fields of the spec that identify the user who created the request; a client cannot set them. */
function requester({ name, uid = "", groups, extra = {} }: User): JsonObject {
  const extras: JsonObject = {};
  for (const [key, values] of Object.entries(extra)) {
    setOwn(extras, key, [...values]);
  }
  return {
    username: name,
    ...(uid === "" ? {} : { uid }),
    ...(groups.length === 0 ? {} : { groups: [...groups] }),
    ...(Object.keys(extras).length === 0 ? {} : { extra: extras }),
  };
}

/**
 * Restores approval conditions, which only the approval endpoint writes. A change of their number is left to
 * validation.
 */
function keepVerdict(status: JsonObject, old: JsonObject): void {
  for (const verdict of ["Approved", "Denied"]) {
    const isVerdict = ({ type }: JsonObject) => type === verdict;
    const before = asObjects(old.conditions).filter(isVerdict);
    const conditions = asObjects(status.conditions);
    if (before.length > 0 && before.length === conditions.filter(isVerdict).length) {
      status.conditions = conditions.map((condition) =>
        isVerdict(condition) ? (before.shift() as JsonObject) : condition,
      );
    }
  }
}

/** Sets missing times of conditions. */
function dateConditions(status: JsonObject, old: JsonObject, clock: Clock): void {
  const now = printTime(clock.now());
  for (const condition of asObjects(status.conditions)) {
    const known = asObjects(old.conditions).find(
      ({ type, status: is, lastTransitionTime }) =>
        type === condition.type && is === condition.status && (lastTransitionTime ?? null) !== null,
    );
    condition.lastUpdateTime ??= now;
    condition.lastTransitionTime ??= known?.lastTransitionTime ?? now;
  }
}
