import { describe, expect, it } from "vitest";
import { startTestServer } from "../testing/start-test-server.ts";

const YAML = { "content-type": "application/yaml" };

const BOTH = "orphanDependents and deletionPropagation cannot be both set";
const POLICIES = 'supported values: "Foreground", "Background", "Orphan", "nil"';
const UNMARSHAL = "json: cannot unmarshal";

/** Sends a DELETE for an absent object: 404 means that its options were accepted. */
async function ask(query: string, body?: string, headers = {}) {
  const { send } = await startTestServer();
  const path = `/api/v1/namespaces/default/configmaps/none${query}`;
  const { status, json } = await send("DELETE", path, body === undefined ? {} : { body, headers });
  return [status, String(json?.message).replace('DeleteOptions.meta.k8s.io "" is invalid: ', "")];
}

const TAKEN = [404, 'configmaps "none" not found'];

describe("readDeleteOptions()", () => {
  it.each([
    '{"kind":"DeleteOptions","apiVersion":"v1"}',
    '{"kind":"DeleteOptions","apiVersion":"meta.k8s.io/v1"}',
    '{"kind":"DeleteOptions","apiVersion":"example.com/v9","unknown":{"a":1}}',
    '{"kind":null,"gracePeriodSeconds":-5,"propagationPolicy":null,"dryRun":["All","All"],"preconditions":{}}',
    "{}",
    "null",
  ])("takes %s", async (body) => {
    expect(await ask("", body)).toEqual(TAKEN);
  });

  it("takes YAML", async () => {
    expect(await ask("", "kind: DeleteOptions\npropagationPolicy: Orphan\n", YAML)).toEqual(TAKEN);
    expect(await ask("", "propagationPolicy: Odd\n", YAML)).toEqual([
      422,
      `propagationPolicy: Unsupported value: "Odd": ${POLICIES}`,
    ]);
  });

  it.each([
    ['{"propagationPolicy":"Odd"}', 422, `propagationPolicy: Unsupported value: "Odd": ${POLICIES}`],
    ['{"propagationPolicy":""}', 422, `propagationPolicy: Unsupported value: "": ${POLICIES}`],
    [
      '{"propagationPolicy":"Orphan","orphanDependents":false}',
      422,
      `propagationPolicy: Invalid value: "Orphan": ${BOTH}`,
    ],
    [
      '{"propagationPolicy":"Odd","orphanDependents":true,"dryRun":["All","Some"]}',
      422,
      `[propagationPolicy: Invalid value: "Odd": ${BOTH}, propagationPolicy: Unsupported value: "Odd": ${POLICIES}, ` +
        'dryRun: Unsupported value: ["All","Some"]: supported values: "All"]',
    ],
    ["{", 400, "couldn't get version/kind; json parse error: unexpected end of JSON input"],
    [
      '{"kind":7}',
      400,
      `couldn't get version/kind; json parse error: ${UNMARSHAL} number into Go struct field .kind of type string`,
    ],
    ['{"apiVersion":"a/b/c"}', 400, "unexpected GroupVersion string: a/b/c"],
    [
      '{"gracePeriodSeconds":"x"}',
      400,
      `${UNMARSHAL} string into Go struct field DeleteOptions.gracePeriodSeconds of type int64`,
    ],
    ['{"dryRun":"All"}', 400, `${UNMARSHAL} string into Go struct field DeleteOptions.dryRun of type []string`],
    [
      '{"preconditions":{"uid":1}}',
      400,
      `${UNMARSHAL} number into Go struct field Preconditions.preconditions.uid of type types.UID`,
    ],
  ])("refuses %s with %i", async (body, status, message) => {
    expect(await ask("", body)).toEqual([status, message]);
  });

  it("refuses the options of another kind, and media types it cannot read", async () => {
    expect(await ask("", '{"kind":"ConfigMap","apiVersion":"v1"}')).toEqual([
      400,
      expect.stringMatching(/^no kind "ConfigMap" is registered for version "v1" in scheme /),
    ]);
    expect((await ask("", "{}", { "content-type": "text/plain" }))[0]).toBe(415);
  });

  it.each([
    ["?gracePeriodSeconds=0&propagationPolicy=Background&orphanDependent=x", 404, 'configmaps "none" not found'],
    ["?orphanDependents=maybe&propagationPolicy=Orphan", 422, `propagationPolicy: Invalid value: "Orphan": ${BOTH}`],
    ["?gracePeriodSeconds=abc", 400, 'strconv.ParseInt: parsing "abc": invalid syntax'],
    ["?dryRun=", 422, 'dryRun: Unsupported value: [""]: supported values: "All"'],
    ["?propagationPolicy=", 422, `propagationPolicy: Unsupported value: "": ${POLICIES}`],
  ])("reads %s from a query: %i", async (query, status, message) => {
    expect(await ask(query)).toEqual([status, message]);
  });
});
