import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createControllerMetrics, createVerdictMetrics } from "@kiln/snapshot";
import { describe, expect, it } from "vitest";
import { openWebhook } from "./open-webhook.ts";
import { DEPLOY_FOLDER, THREE_WAYS_PAGE } from "./snapshot-cases.ts";

const page = readFileSync(join(dirname(THREE_WAYS_PAGE), "production-readiness.md"), "utf8");

const namesIn = (text: string) => [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => String(name));

describe("docs/snapshot/production-readiness.md", () => {
  it("names the metrics that there are, and no others", async () => {
    const webhook = await openWebhook({ probes: { host: "127.0.0.1", port: 0 } });
    const answer = await fetch(`http://127.0.0.1:${webhook.server.probePort}/metrics`);
    const served = await answer.text();
    await webhook.close();
    const known = [served, createVerdictMetrics().print(), createControllerMetrics().print()].flatMap(namesIn);
    const table = [...page.matchAll(/^\| `((?:webhook|snapshot)_\w+)` \|/gm)].map(([, name]) => name);
    expect(table.toSorted()).toEqual(known.toSorted());
    const mentioned = [...page.matchAll(/`((?:webhook|snapshot)_[a-z_]+)/g)].map(([, name]) => String(name));
    expect(mentioned.filter((name) => !known.includes(name))).toEqual([]);
    const alerts = readFileSync(join(DEPLOY_FOLDER, "alerts.yaml"), "utf8");
    const used = [...alerts.matchAll(/\b((?:webhook|snapshot)_[a-z_]+)/g)].map(([, name]) => String(name));
    expect(used.length).toBeGreaterThan(7);
    expect(used.map((name) => name.replace(/_bucket$/, "")).filter((name) => !known.includes(name))).toEqual([]);
  });
});
