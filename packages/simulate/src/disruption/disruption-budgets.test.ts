import { describe, expect, it } from "vitest";
import { PODS, startSimulated, template } from "../testing/start-simulated.ts";

const BUDGETS = "/apis/policy/v1/namespaces/default/poddisruptionbudgets";

describe("a PodDisruptionBudget of Pods without a controller", () => {
  it("has an event, with the selector as Kubernetes prints it, unless minAvailable is a number", async () => {
    const server = await startSimulated();
    await server.post(PODS, { ...template("web"), metadata: { name: "web", labels: { app: "web" } } });
    const matchExpressions = [{ key: "app", operator: "In", values: ["web", "db"] }];
    const selector = { matchLabels: { app: "web" }, matchExpressions };
    await server.post(BUDGETS, { metadata: { name: "counted" }, spec: { selector, minAvailable: 1 } });
    await server.post(BUDGETS, { metadata: { name: "unknown" }, spec: { selector, maxUnavailable: 1 } });
    await server.settle();
    const events = await server.list("/api/v1/namespaces/default/events");
    const warnings = events.filter(({ reason }) => reason === "UnmanagedPods");
    expect(warnings.map(({ involvedObject }) => (involvedObject as { name: string }).name)).toEqual(["unknown"]);
    expect(warnings[0]?.message).toContain(
      "(selector: &LabelSelector{MatchLabels:map[string]string{app: web,},MatchExpressions:[]LabelSelectorRequirement{LabelSelectorRequirement{Key:app,Operator:In,Values:[web db],},},}) were found to be unmanaged.",
    );
  });
});
