import type { JsonObject } from "@kiln/api";
import { judgeChange, type Sample } from "./judge-object.ts";
import type { TestServer } from "./start-test-server.ts";

export const CLAIMS = "/apis/resource.k8s.io/v1/namespaces/default/resourceclaims";
const headers = { "content-type": "application/merge-patch+json" };
const [a, b] = ["a", "b"].map((name) => ({ name, deviceClassName: "dc" }));
const requests = [
  { name: "r", exactly: { deviceClassName: "dc" } },
  { name: "q", firstAvailable: [a, b] },
] as JsonObject[];

export function claim(name: string): Sample {
  const object = { metadata: { name }, spec: { devices: { requests } } };
  return { path: CLAIMS, object: { apiVersion: "resource.k8s.io/v1", kind: "ResourceClaim", ...object } };
}

export const device = { driver: "d.example.com", pool: "p", device: "dev" };
export const claimUser = { resource: "pods", name: "p", uid: "u" };
const allocation = { devices: { results: [{ request: "r", ...device }] } };
const allocated: JsonObject = { allocation, devices: [device], reservedFor: [claimUser] };

/** Creates a ResourceClaim that is allocated, has a device status and is reserved for a consumer. */
export async function giveDevice(server: TestServer, name: string, metadata: JsonObject = {}): Promise<void> {
  await server.send("POST", CLAIMS, { body: { ...claim(name).object, metadata: { name, ...metadata } } });
  await patchStatus(server, name, allocated);
}

/** Patches the status of the claim and returns the resulting status. */
export async function patchStatus({ send }: TestServer, name: string, status: JsonObject): Promise<unknown> {
  return (await send("PATCH", `${CLAIMS}/${name}/status`, { body: { status }, headers })).json?.status;
}

// Longest messages of Kubernetes, truncated.
const SENTENCES: readonly (readonly [RegExp, string])[] = [
  [/a lowercase RFC 1123 (label|subdomain) must consist of .*? regex used for validation is '[^']*'\)/g, "<$1>"],
  [/name part must consist of .*? regex used for validation is '[^']*'\)/g, "<name>"],
  [/status\.(allocation\.devices\.results|devices)\[0\]/g, "@"],
];

/** Validation errors of a change to the status of a claim. */
export async function judgeClaim(server: TestServer, name: string, status: JsonObject): Promise<string> {
  const said = await judgeChange(server, claim(name), { patch: { status }, subresource: "status" });
  return SENTENCES.reduce((text, [sentence, short]) => text.replace(sentence, short), said);
}
