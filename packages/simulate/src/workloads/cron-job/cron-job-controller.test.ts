import type { JsonObject } from "@kiln/api";
import { describe, expect, it } from "vitest";
import { startSimulated, template } from "../../testing/start-simulated.ts";

const CRON_JOBS = "/apis/batch/v1/namespaces/default/cronjobs";
const JOBS = "/apis/batch/v1/namespaces/default/jobs";

function cronJob(spec: JsonObject): JsonObject {
  const jobTemplate = { spec: { template: template("c", { restartPolicy: "Never" }) } };
  return { metadata: { name: "c" }, spec: { schedule: "* * * * *", jobTemplate, ...spec } };
}

async function playMinute(spec: JsonObject) {
  const server = await startSimulated();
  await server.post(CRON_JOBS, cronJob(spec));
  await server.settle(60_000);
  const events = (await server.list("/api/v1/namespaces/default/events")) as { [key: string]: JsonObject }[];
  const reasons = events.filter(({ involvedObject }) => involvedObject?.kind === "CronJob").map(({ reason }) => reason);
  return { jobs: await server.list(JOBS), cron: await server.get(`${CRON_JOBS}/c`), reasons };
}

describe("a simulated CronJob", () => {
  it("reports a Job that ended", async () => {
    const { jobs, cron, reasons } = await playMinute({});
    expect(jobs).toHaveLength(1);
    expect(reasons).toEqual(["SuccessfulCreate", "SawCompletedJob"]);
    expect(cron.status).toEqual({ lastScheduleTime: expect.any(String), lastSuccessfulTime: expect.any(String) });
  });

  it("deletes a Job beyond the history limit without a report of its end", async () => {
    const { jobs, cron, reasons } = await playMinute({ successfulJobsHistoryLimit: 0 });
    expect(jobs).toHaveLength(0);
    expect(reasons).toEqual(["SuccessfulCreate", "SuccessfulDelete"]);
    expect(cron.status).toEqual({ lastScheduleTime: expect.any(String), lastSuccessfulTime: expect.any(String) });
  });
});
