import { describe, expect, it } from "vitest";
import { PODS, startSimulated } from "../testing/start-simulated.ts";

const SERVICES = "/api/v1/namespaces/default/services";
const CONFIGS = "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations";

describe("a webhook in a simulated Pod", () => {
  it("is refused at once, with a sentence that the Pod is simulated", async () => {
    const server = await startSimulated();
    const containers = [{ name: "main", image: "img:1" }];
    await server.post(PODS, { metadata: { name: "hook", labels: { app: "hook" } }, spec: { containers } });
    await server.post(SERVICES, {
      metadata: { name: "hook" },
      spec: { selector: { app: "hook" }, ports: [{ port: 443, targetPort: 8443 }] },
    });
    await server.settle();
    const webhook = {
      name: "hook.example.com",
      admissionReviewVersions: ["v1"],
      sideEffects: "None",
      clientConfig: { service: { namespace: "default", name: "hook" } },
      rules: [{ apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources: ["configmaps"] }],
    };
    await server.post(CONFIGS, { metadata: { name: "hook" }, webhooks: [webhook] });
    await server.settle();
    const { status, text } = await server.send("POST", "/api/v1/namespaces/default/configmaps", {
      body: { metadata: { name: "a" } },
    });
    expect(status).toBe(500);
    expect(text).toContain(
      'Post \\"https://hook.default.svc:443/?timeout=10s\\": dial tcp 10.244.0.2:8443: the Pod is simulated',
    );
  });
});
