import { describe, expect, it } from "vitest";
import { createEnvironment } from "../environment.ts";
import { CelError } from "../values/value.ts";
import {
  type AuthorizationCheck,
  authorizerType,
  createAuthorizer,
  createResourceCheck,
  type Decide,
  resourceCheckType,
  UndecidedCheck,
} from "./authorizer.ts";

const environment = createEnvironment({
  variables: { authorizer: authorizerType, "authorizer.requestResource": resourceCheckType },
});

function evaluate(expression: string, decide: Decide) {
  const { program, fault } = environment.compile(expression);
  if (program === undefined) {
    throw new Error(fault.text);
  }
  const requestResource = createResourceCheck(decide, {
    group: "apps",
    resource: "deployments",
    namespace: "a",
    name: "b",
  });
  const bindings = { authorizer: createAuthorizer(decide), "authorizer.requestResource": requestResource };
  return program.evaluate(bindings, { costLimit: 1_000_000 });
}

const allow: Decide = () => ({ isAllowed: true, reason: "because" });

describe("the authorizer library", () => {
  it.each<[string, AuthorizationCheck]>([
    ["authorizer.path('/healthz').check('get').allowed()", { path: "/healthz", verb: "get" }],
    [
      "authorizer.group('').resource('pods').subresource('log').namespace('n').name('p').check('get').allowed()",
      { group: "", resource: "pods", subresource: "log", namespace: "n", name: "p", verb: "get" },
    ],
    [
      "authorizer.serviceAccount('n', 'sa').group('g').resource('r').labelSelector('a=b').check('list').allowed()",
      { serviceAccount: { namespace: "n", name: "sa" }, group: "g", resource: "r", labelSelector: "a=b", verb: "list" },
    ],
    [
      "authorizer.requestResource.subresource('scale').check('update').allowed()",
      { group: "apps", resource: "deployments", namespace: "a", name: "b", subresource: "scale", verb: "update" },
    ],
  ])("asks %s", (expression, expected) => {
    const asked: AuthorizationCheck[] = [];
    const { value } = evaluate(expression, (check) => {
      asked.push(check);
      return allow(check);
    });
    expect(value).toBe(true);
    expect(asked).toEqual([expected]);
  });

  it("tells reasons and errors", () => {
    const decide: Decide = () => ({ isAllowed: false, reason: "no rule", error: "broken" });
    const decision = "authorizer.path('/x').check('get')";
    const all = `[${decision}.reason(), ${decision}.error(), string(${decision}.errored()), string(${decision}.allowed())]`;
    expect(evaluate(all, decide).value).toEqual(new CelError("operation cancelled: actual cost limit exceeded"));
    expect(evaluate(`${decision}.reason()`, decide).value).toBe("no rule");
    expect(evaluate(`${decision}.error()`, decide).value).toBe("broken");
  });

  it.each([
    ["authorizer.path(' ')", "path must not be empty"],
    ["authorizer.group('').resource('')", "resource must not be empty"],
    ["authorizer.serviceAccount('N', 'a')", "Invalid service account namespace"],
    ["authorizer.serviceAccount('n', '-')", "Invalid service account name"],
  ])("refuses %s", (expression, message) => {
    expect(evaluate(expression, allow).value).toEqual(new CelError(message));
  });

  it("ends with the check if it is undecided, even where errors are absorbed", () => {
    const { value } = evaluate("true || authorizer.path('/x').check('get').allowed()", () => undefined);
    expect(value).toBe(true);
    const open = evaluate("authorizer.path('/x').check('get').allowed() || true", () => undefined).value;
    expect(open).toBeInstanceOf(UndecidedCheck);
    expect((open as UndecidedCheck).check).toEqual({ path: "/x", verb: "get" });
  });
});
