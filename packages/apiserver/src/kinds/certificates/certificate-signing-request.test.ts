import type { JsonObject } from "@kiln/api";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { judgeChange, judgeNew, type Sample } from "../../testing/judge-object.ts";
import { startTestServer, type TestServer } from "../../testing/start-test-server.ts";

// The expected messages equal those of Kubernetes.
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ semantics: "upstream" });
});
afterAll(() => server.close());

describe("a CertificateSigningRequest", () => {
  const sample: Sample = {
    path: "/apis/certificates.k8s.io/v1/certificatesigningrequests",
    object: {
      apiVersion: "certificates.k8s.io/v1",
      kind: "CertificateSigningRequest",
      metadata: { name: "csr1" },
      spec: {
        request:
          "LS0tLS1CRUdJTiBDRVJUSUZJQ0FURSBSRVFVRVNULS0tLS0KTUlJQ1hUQ0NBVVVDQVFBd0dERUtNQWdHQTFVRUF3d0JlREVLTUFnR0ExVUVDZ3dCZVRDQ0FTSXdEUVlKS29aSQpodmNOQVFFQkJRQURnZ0VQQURDQ0FRb0NnZ0VCQUtUeDNrdlNCOHRnZHNIQVFGcGRZQWhWMDYwalNCSTJycHBzCnZVekFsT2N3YUlxWjFqaDZwTUM5aklrbkdDNCt5UHd0R3lZa1hjL0pDaVlYUFNISXRHb0hKZkVITnVRMk1vRW8KMWIwTkNGR1J3ZjhKT3ZaY1YxbDJWSWt1UVhHUjVsMmlRUWR2T1pKM0NlMmgxSEQxNEdtZ2hnNmhWQjFsOTFKUwplOVVPN1J5Q2FXdENpY29KbVJjYllZZ3JaVUIzUmJoZWRGNy93N3ZUWFFlbWgwSTdUTDBXcU5HdWxJNVJZWVd6CnpDZWw3TkdDRVJaZEJTa01RdDd3NXB1SHhaaDBqOGR1YzNXNHJ5c3lRVjBTbnU2eUJLYW5VODBBQVRuRUQ0engKajFjT3FzWlNKdUVDWks2dkdUcWkzQ0RuOCtjYTgybzNYWGRKNVUxRUFxTk82MENtR1RFQ0F3RUFBYUFBTUEwRwpDU3FHU0liM0RRRUJDd1VBQTRJQkFRQlljelRuTjVvcDNHYTVibXJPQ2lmdDN4NDZQSXFQZHp1bWxoTkxOVkRkCnM4bkFjU2U1WUxQcGV6ZkN1SmhqUjJNWjNPMzE4Mkx4cUM4SEp2S2V6VTFHSTQ1dlVBQm5Cd1Q5bXVseDVoa2MKb0pGeTNNQVpLYWl5WngxcVd2L2p3b2lMYkc3MDJLdnRtcUFLaTFUcld4L21QZFBna09jTzFpbzZqZVcyemVHcApQSjZyMmhESldBVDVGNXltMk1wQjhtd0F4OHl1bDNzcDhwZk1nQUVWcHc3NFBsdVRrWENBR0RGU0wyUlI0N2tlClM0MFd4Ui9VT2NuQ0p2WXBIN2VWNDVCRi9LM25wZ0JucWM3VWFNVGJaZDBmcUxrQ3BiRGJ4YWpzOHVhT3FkRk8Kem0yY2tpN01wbWIxUTFGajhsM2JxZ2lDZzFHN0h3VmdSODBXMEJXWUJ2RkYKLS0tLS1FTkQgQ0VSVElGSUNBVEUgUkVRVUVTVC0tLS0tCg==",
        signerName: "example.com/signer",
        usages: ["client auth", "digital signature"],
        expirationSeconds: 3600,
      },
    },
  };

  it.each<[JsonObject, string]>([
    [{}, ""],
    [
      { spec: { request: "aGVsbG8=" } },
      'spec.request: Invalid value: "aGVsbG8=": PEM block type must be CERTIFICATE REQUEST',
    ],
    [{ spec: { usages: null } }, "spec.usages: Required value"],
    [
      { spec: { usages: ["odd", "odd"] } },
      '[spec.usages[0]: Unsupported value: "odd": supported values: "any", "cert sign", "client auth", "code signing", "content commitment", "crl sign", "data encipherment", "decipher only", "digital signature", "email protection", "encipher only", "ipsec end system", "ipsec tunnel", "ipsec user", "key agreement", "key encipherment", "microsoft sgc", "netscape sgc", "ocsp signing", "s/mime", "server auth", "signing", "timestamping", spec.usages[1]: Unsupported value: "odd": supported values: "any", "cert sign", "client auth", "code signing", "content commitment", "crl sign", "data encipherment", "decipher only", "digital signature", "email protection", "encipher only", "ipsec end system", "ipsec tunnel", "ipsec user", "key agreement", "key encipherment", "microsoft sgc", "netscape sgc", "ocsp signing", "s/mime", "server auth", "signing", "timestamping", spec.usages[1]: Duplicate value: "odd"]',
    ],
    [
      { spec: { signerName: "x" } },
      "spec.signerName: Invalid value: \"x\": must be a fully qualified domain and path of the form 'example.com/signer-name'",
    ],
    [
      { spec: { signerName: "Bad.x/Y" } },
      "[spec.signerName: Invalid value: \"Bad.x\": validating label \"Bad\": a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?'), spec.signerName: Invalid value: \"Y\": validating label \"Y\": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')]",
    ],
    [
      { spec: { signerName: "kubernetes.io/legacy-unknown" } },
      'spec.signerName: Invalid value: "kubernetes.io/legacy-unknown": the legacy signerName is not allowed via this API version',
    ],
    [
      { spec: { expirationSeconds: 1 } },
      "spec.expirationSeconds: Invalid value: 1: may not specify a duration less than 600 seconds (10 minutes)",
    ],
  ])("is judged with %j", async (patch, faults) => {
    expect(await judgeNew(server, sample, patch)).toBe(faults);
  });

  it.each<[JsonObject, string]>([
    [
      { conditions: [{ type: "Approved", status: "True" }] },
      'status.conditions: Forbidden: updates may not add a condition of type "Approved"',
    ],
    [
      {
        conditions: [
          { type: "Failed", status: "False" },
          { type: "Odd", status: "Odd" },
          { type: "Odd", status: "" },
        ],
      },
      '[status.conditions[0].status: Unsupported value: "False": supported values: "True", status.conditions[1].status: Unsupported value: "Odd": supported values: "False", "True", "Unknown", status.conditions[2].status: Required value, status.conditions[2].type: Duplicate value: "Odd"]',
    ],
    [
      { certificate: "aGVsbG8=" },
      'status.certificate: Invalid value: "<certificate data>": must contain at least one CERTIFICATE PEM block',
    ],
  ])("is judged when its status is %j", async (status, faults) => {
    expect(await judgeChange(server, sample, { patch: { status }, subresource: "status" })).toBe(faults);
  });
});
