import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as api from "@kiln/api";
import { describe, expect, it } from "vitest";

const table = readFileSync(join(import.meta.dirname, "..", "..", "docs", "errors.md"), "utf8");
const widgets = { group: "example.com", resource: "widgets" };

/** One call of each factory; a factory that is not here fails the test. */
const samples: Readonly<Record<string, api.StatusError | api.Status>> = {
  statusAlreadyExists: api.statusAlreadyExists(widgets, "a"),
  statusApplyConflict: api.statusApplyConflict([], "why"),
  statusBadRequest: api.statusBadRequest("why"),
  statusBeingDeleted: api.statusBeingDeleted(widgets, "a"),
  statusConflict: api.statusConflict(widgets, "a", "why"),
  statusForbidden: api.statusForbidden(widgets, "a", "why"),
  statusFromPlainError: api.statusFromPlainError("why"),
  statusFromText: api.statusFromText(503, "away"),
  statusGenerateNameConflict: api.statusGenerateNameConflict(widgets, "a", 1),
  statusGeneric: api.statusGeneric(404),
  statusGone: api.statusGone("why"),
  statusInternalError: api.statusInternalError("why"),
  statusInvalid: api.statusInvalid({ group: "", kind: "ConfigMap" }, "a", []),
  statusMethodNotSupported: api.statusMethodNotSupported(widgets, "patch"),
  statusNamespaceTerminating: api.statusNamespaceTerminating(widgets, "a", "ns"),
  statusNotAcceptable: api.statusNotAcceptable(["application/json"]),
  statusNotConvertible: api.statusNotConvertible("why"),
  statusNotFound: api.statusNotFound(widgets, "a"),
  statusNotImplemented: api.statusNotImplemented("why"),
  statusPolicyDenied: api.statusPolicyDenied({
    resource: widgets,
    name: "a",
    message: "why",
    reason: "Invalid",
    code: 422,
    causes: ["why"],
  }),
  statusRequestEntityTooLarge: api.statusRequestEntityTooLarge("limit is 5"),
  statusResourceExpired: api.statusResourceExpired("why"),
  statusServerTimeout: api.statusServerTimeout(widgets, "list", 1),
  statusServiceUnavailable: api.statusServiceUnavailable("why"),
  statusSuccess: api.statusSuccess({}),
  statusTimeout: api.statusTimeout("why", 1),
  statusTooLargeResourceVersion: api.statusTooLargeResourceVersion(2, 1, 1),
  statusTooManyRequests: api.statusTooManyRequests("why", { retryAfterSeconds: 1 }),
  statusUnauthorized: api.statusUnauthorized(""),
  statusUnsupportedMediaType: api.statusUnsupportedMediaType(["application/json"]),
  statusWebhookDenied: api.statusWebhookDenied("w", {}),
};

describe("docs/errors.md", () => {
  const rows = [...table.matchAll(/^\| `(\w+)` \| (\d*) ?\| (\w*) ?\| (.+) \|$/gm)];

  it("has a row for every factory, in alphabetical order", () => {
    const factories = Object.keys(api).filter((name) => /^status[A-Z]/.test(name));
    expect(rows.map((row) => row[1])).toEqual(factories.sort());
  });

  it.each(rows.map((row) => row.slice(1, 4)))("is right about %s: %s %s", (name = "", code, reason) => {
    const sample = samples[name];
    const status = sample instanceof api.StatusError ? sample.status : sample;
    expect([String(status?.code ?? ""), status?.reason ?? ""]).toEqual([code, reason]);
  });
});
