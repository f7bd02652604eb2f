import { describe, expect, it } from "vitest";
import { forbidden, required } from "../field/field-error.ts";
import {
  forbiddenMessage,
  type Status,
  StatusError,
  statusFromPlainError,
  statusGenerateNameConflict,
  statusGeneric,
  statusInternalError,
  statusInvalid,
  statusNotFound,
  statusServerTimeout,
  statusSuccess,
  statusTimeout,
  statusTooLargeResourceVersion,
  statusTooManyRequests,
  statusUnauthorized,
  statusWebhookDenied,
} from "./status.ts";

const widgets = { group: "example.com", resource: "widgets" };
const base = { kind: "Status", apiVersion: "v1", metadata: {}, status: "Failure" };

describe("status factories", () => {
  it("write a Status in the order of the wire", () => {
    expect(JSON.stringify(statusNotFound(widgets, "a").status)).toBe(
      '{"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure","message":"widgets.example.com \\"a\\" not found","reason":"NotFound","details":{"name":"a","group":"example.com","kind":"widgets"},"code":404}',
    );
  });

  it("make errors that carry their status and their cause", () => {
    const cause = new Error("disk");
    const error = statusInternalError("disk", cause);
    expect(error).toBeInstanceOf(StatusError);
    expect(error.message).toBe("Internal error occurred: disk");
    expect(error.cause).toBe(cause);
    expect(statusFromPlainError("disk", cause).cause).toBe(cause);
    expect("cause" in statusFromPlainError("disk")).toBe(false);
  });

  it.each<[string, StatusError, Partial<Status>]>([
    [
      "a generateName that found no free name",
      statusGenerateNameConflict(widgets, "a", 1),
      {
        code: 409,
        reason: "AlreadyExists",
        message:
          'widgets.example.com "a" already exists, the server was not able to generate a unique name for the object',
        details: { name: "a", group: "example.com", kind: "widgets", retryAfterSeconds: 1 },
      },
    ],
    [
      "an unauthorized request without words",
      statusUnauthorized(""),
      { code: 401, reason: "Unauthorized", message: "not authorized" },
    ],
    [
      "a request that took too long",
      statusTimeout("request did not complete", 0),
      { code: 504, reason: "Timeout", message: "Timeout: request did not complete", details: {} },
    ],
    [
      "an operation the server cannot do now",
      statusServerTimeout(widgets, "list", 2),
      {
        code: 500,
        reason: "ServerTimeout",
        message:
          "The list operation against widgets.example.com could not be completed at this time, please try again.",
        details: { name: "list", group: "example.com", kind: "widgets", retryAfterSeconds: 2 },
      },
    ],
    [
      "a revision that is yet to come",
      statusTooLargeResourceVersion(99n, 7, 1),
      {
        code: 504,
        reason: "Timeout",
        message: "Timeout: Too large resource version: 99, current: 7",
        details: {
          causes: [{ reason: "ResourceVersionTooLarge", message: "Too large resource version" }],
          retryAfterSeconds: 1,
        },
      },
    ],
    [
      "too many requests",
      statusTooManyRequests("slow down", { retryAfterSeconds: 1 }),
      { code: 429, reason: "TooManyRequests", message: "slow down", details: { retryAfterSeconds: 1 } },
    ],
    ["a plain error", statusFromPlainError("oops"), { code: 500, message: "oops" }],
  ])("describe %s", (_, error, expected) => {
    expect(error.status).toEqual({ ...base, ...expected });
  });
});

describe("statusInvalid()", () => {
  const kind = { group: "example.com", kind: "Widget" };
  const one = required("spec.a", "");
  const two = forbidden("spec.b", "no");

  it("lists several errors in brackets, each different one once, and all as causes", () => {
    const { message, details } = statusInvalid(kind, "w", [one, two, one]).status;
    expect(message).toBe('Widget.example.com "w" is invalid: [spec.a: Required value, spec.b: Forbidden: no]');
    expect(details?.causes).toEqual([
      { reason: "FieldValueRequired", message: "Required value", field: "spec.a" },
      { reason: "FieldValueForbidden", message: "Forbidden: no", field: "spec.b" },
      { reason: "FieldValueRequired", message: "Required value", field: "spec.a" },
    ]);
  });

  it("needs no brackets for one error, and no colon for none", () => {
    expect(statusInvalid(kind, "w", [one]).message).toBe('Widget.example.com "w" is invalid: spec.a: Required value');
    expect(statusInvalid(kind, "w", []).status.details).toEqual({ name: "w", group: "example.com", kind: "Widget" });
    expect(statusInvalid({ group: "", kind: "" }, "", []).message).toBe(' "" is invalid');
  });
});

describe("forbiddenMessage()", () => {
  it("speaks of a path, a collection or an object", () => {
    expect(forbiddenMessage({ group: "", resource: "" }, "", "why")).toBe("forbidden: why");
    expect(forbiddenMessage(widgets, "", "why")).toBe("widgets.example.com is forbidden: why");
    expect(forbiddenMessage(widgets, "a", "why")).toBe('widgets.example.com "a" is forbidden: why');
  });
});

describe("statusWebhookDenied()", () => {
  it.each([
    [{}, 400, 'admission webhook "w" denied the request without explanation'],
    [{ message: "no" }, 400, 'admission webhook "w" denied the request: no'],
    [{ reason: "Forbidden" }, 400, 'admission webhook "w" denied the request: Forbidden'],
    [{ message: "no", code: 200 }, 400, 'admission webhook "w" denied the request: no'],
    [{ message: "teapot", code: 418 }, 418, 'admission webhook "w" denied the request: teapot'],
  ])("of %j answers %i", (result, code, message) => {
    expect(statusWebhookDenied("w", result).status).toMatchObject({ code, message, status: "Failure" });
  });
});

describe("statusGeneric()", () => {
  it("shows the server's words with 406 and 415 only", () => {
    expect(statusGeneric(404, "words").message).toBe("the server could not find the requested resource");
    expect(statusGeneric(406, "words").message).toBe("words");
    expect(statusGeneric(406).message).toMatch(/unable to respond with a content type/);
    expect(statusGeneric(415, "415: Unsupported Media Type").status).toEqual({
      ...base,
      message: "415: Unsupported Media Type",
      reason: "UnsupportedMediaType",
      details: {},
      code: 415,
    });
  });
});

describe("statusSuccess()", () => {
  it("names what was deleted, or gives a code", () => {
    const details = { kind: "widgets", uid: "u", name: "a", group: "example.com" };
    expect(JSON.stringify(statusSuccess({ details }))).toBe(
      '{"kind":"Status","apiVersion":"v1","metadata":{},"status":"Success","details":{"name":"a","group":"example.com","kind":"widgets","uid":"u"}}',
    );
    expect(statusSuccess({ code: 201 })).toEqual({ ...base, status: "Success", code: 201 });
  });
});
