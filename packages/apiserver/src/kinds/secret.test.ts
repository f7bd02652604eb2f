import type { JsonObject } from "@kiln/api";
import { describe, expect, it } from "vitest";
import { startTestServer } from "../testing/start-test-server.ts";

const SECRETS = "/api/v1/namespaces/default/secrets";
const MIB = 1024 * 1024;

function secret(rest: JsonObject): JsonObject {
  return { metadata: { name: "s" }, ...rest };
}

async function create(rest: JsonObject) {
  const server = await startTestServer();
  return { ...server, created: await server.send("POST", SECRETS, { body: secret(rest) }) };
}

function messageOf(json: JsonObject | undefined): string {
  return String(json?.message).replace('Secret "s" is invalid: ', "");
}

describe("Secrets", () => {
  it.each([
    [{}, { type: "Opaque" }],
    [{ type: "" }, { type: "Opaque" }],
    [
      { data: { a: "eA==", b: "eQ==" }, stringData: { b: "é", c: "" } },
      { data: { a: "eA==", b: "w6k=", c: "" }, type: "Opaque" },
    ],
    [
      { data: { a: null }, stringData: null },
      { data: { a: "" }, type: "Opaque" },
    ],
    [
      { data: { __proto__x: "eA==" }, stringData: {} },
      { data: { __proto__x: "eA==" }, type: "Opaque" },
    ],
  ])("given %j hold %j", async (given, held) => {
    const { created } = await create(given as JsonObject);
    const { kind, apiVersion, metadata, ...rest } = created.json ?? {};
    expect([kind, apiVersion, rest]).toEqual(["Secret", "v1", held]);
  });

  const types: readonly [type: string, stringData: JsonObject, why: string][] = [
    ["basic-auth", { user: "x" }, "[data[username]: Required value, data[password]: Required value]"],
    ["ssh-auth", { "ssh-privatekey": "" }, "data[ssh-privatekey]: Required value"],
    ["tls", { "tls.crt": "x" }, "data[tls.key]: Required value"],
    ["dockercfg", {}, "data[.dockercfg]: Required value"],
    [
      "dockerconfigjson",
      { ".dockerconfigjson": "{" },
      'data[.dockerconfigjson]: Invalid value: "<secret contents redacted>": unexpected end of JSON input',
    ],
    [
      "dockercfg",
      { ".dockercfg": "[]" },
      'data[.dockercfg]: Invalid value: "<secret contents redacted>": json: cannot unmarshal array into Go value of type ' +
        "map[string]interface {}",
    ],
    ["service-account-token", {}, "metadata.annotations[kubernetes.io/service-account.name]: Required value"],
  ];
  it.each(types)("of type %s with %j are refused", async (type, stringData, why) => {
    const { created } = await create({ type: `kubernetes.io/${type}`, stringData });
    expect([created.status, messageOf(created.json)]).toEqual([422, why]);
  });

  it.each([
    ["kubernetes.io/basic-auth", { username: "" }],
    ["kubernetes.io/ssh-auth", { "ssh-privatekey": "k" }],
    ["kubernetes.io/dockerconfigjson", { ".dockerconfigjson": "{}" }],
    ["example.com/mine", {}],
  ])("of type %s with %j are taken", async (type, stringData) => {
    expect((await create({ type, stringData })).created.status).toBe(201);
  });

  const pem = (type: string) => `-----BEGIN ${type}-----\neA==\n-----END ${type}-----\n`;
  it.each([
    ["", "", "tls: failed to find any PEM data in certificate input"],
    [
      pem("PRIVATE KEY"),
      pem("CERTIFICATE"),
      "tls: failed to find certificate PEM data in certificate input, but did find a private key; PEM inputs may have been switched",
    ],
    [
      pem("X") + pem("Y"),
      "",
      'tls: failed to find "CERTIFICATE" PEM block in certificate input after skipping PEM blocks of the following types: [X Y]',
    ],
    [pem("CERTIFICATE"), "", "tls: failed to find any PEM data in key input"],
    [
      pem("CERTIFICATE"),
      pem("CERTIFICATE"),
      "tls: found a certificate rather than a key in the PEM for the private key",
    ],
    [pem("CERTIFICATE"), pem("EC PRIVATE KEY"), undefined],
    [`text\n${pem("X").replace("END X", "END Y")}${pem("CERTIFICATE")}`, `A: b\n${pem("PRIVATE KEY")}`, undefined],
    ["-----BEGIN CERTIFICATE-----\n".repeat(20_000), "", "tls: failed to find any PEM data in certificate input"],
    [
      `${"-----BEGIN A-----\n".repeat(20_000)}-----END B-----`,
      "",
      "tls: failed to find any PEM data in certificate input",
    ],
  ])("for TLS warn of what is not there: %.60j, %j", async (certificate, key, warning) => {
    const stringData = { "tls.crt": certificate, "tls.key": key };
    const { created } = await create({ type: "kubernetes.io/tls", stringData });
    expect(created.status).toBe(201);
    expect(created.headers.warning).toEqual(warning && [`299 - ${JSON.stringify(warning)}`]);
  });

  it("may hold one MiB", async () => {
    expect((await create({ data: { a: btoa("x".repeat(MIB)) } })).created.status).toBe(201);
    const { created } = await create({ data: { a: btoa("x".repeat(MIB)) }, stringData: { b: "x" } });
    expect(messageOf(created.json)).toBe(`data: Too long: may not be more than ${MIB} bytes`);
  });

  it("refuse what is not base64", async () => {
    const { created } = await create({ data: { a: "%%" } });
    expect([created.status, created.json?.message]).toEqual([
      400,
      expect.stringContaining("illegal base64 data at input byte 0"),
    ]);
  });

  it("keep their type", async () => {
    const { send } = await create({ type: "example.com/mine" });
    const { json } = await send("PUT", `${SECRETS}/s`, { body: secret({}) });
    expect(messageOf(json)).toBe('type: Invalid value: "Opaque": field is immutable');
  });

  it("marked immutable compare data as bytes, after text became data", async () => {
    const { send } = await create({ immutable: true, data: { a: "eA==" } });
    const put = (rest: JsonObject) => send("PUT", `${SECRETS}/s`, { body: secret(rest) });
    expect((await put({ immutable: true, stringData: { a: "x" } })).status).toBe(200);
    expect((await put({ immutable: true, data: { a: "e\nA==" } })).status).toBe(200);
    expect(messageOf((await put({ type: "b", stringData: { a: "y" } })).json)).toBe(
      '[type: Invalid value: "b": field is immutable, ' +
        "immutable: Forbidden: field is immutable when `immutable` is set, " +
        "data: Forbidden: field is immutable when `immutable` is set]",
    );
  });
});
