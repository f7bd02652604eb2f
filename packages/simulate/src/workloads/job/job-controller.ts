import { minOf } from "@kiln/api";
import { createLoop } from "../../cluster/loop.ts";
import type { PodRecord } from "../../pods/pod-record.ts";
import type { SimulatedController, Simulation } from "../../simulation.ts";
import { claim, followPods, orphansOf } from "../own-pods.ts";
import { awaitedPods, countPods, releasePods } from "./count-pods.ts";
import { ACTOR, isFinished, JOB, type Job, type JobRun } from "./job.ts";
import { type Failures, noteFailures } from "./job-backoff.ts";
import { completedEnd, deadlineMs, decidedEnd } from "./job-end.ts";
import { writeStatus } from "./job-status.ts";
import { deletePods, type Managed, managePods } from "./manage-pods.ts";

export const jobController: SimulatedController = {
  name: "job-controller",
  start(simulation) {
    const jobs = simulation.workloads<Job>(JOB);
    const failures = new Map<string, Failures>();
    const loop = createLoop(simulation.cluster, {
      name: "job-controller",
      reconcile: async (key) => {
        const job = jobs.get(key);
        if (job === undefined) {
          failures.delete(key);
          await releaseOrphans(simulation, key);
          return undefined;
        }
        const state = failures.get(key) ?? { count: 0, lastMs: 0 };
        failures.set(key, state);
        return reconcile({ simulation, job, now: simulation.cluster.clock.now() }, state);
      },
    });
    jobs.onChange(({ key }) => loop.add(key));
    followPods(simulation, { kind: JOB, view: jobs, add: loop.add });
    return { begin: () => [...jobs.keys()].forEach(loop.add), stop: loop.stop };
  },
};

/** Removes the finalizers of Pods whose Job was deleted. */
async function releaseOrphans(simulation: Simulation, key: string): Promise<void> {
  const [name = "", namespace = ""] = key.split("/").reverse();
  const isOf = ({ controller }: PodRecord) => controller?.kind === "Job" && controller.name === name;
  await releasePods({ simulation }, [...simulation.pods.by("namespace", namespace)].filter(isOf));
}

async function reconcile(run: JobRun, failures: Failures): Promise<number | undefined> {
  const { simulation, job } = run;
  const { metadata, spec } = job;
  if (spec.managedBy !== undefined && spec.managedBy !== "kubernetes.io/job-controller") {
    return undefined;
  }
  const pods = await claim(simulation, {
    actor: ACTOR,
    owner: job,
    matches: simulation.matches(job),
    owned: simulation.pods.by("owner", metadata.uid),
    orphans: simulation.pods.by("owner", orphansOf(metadata.namespace)),
  });
  if (isFinished(job)) {
    await releasePods(run, pods);
    return undefined;
  }
  const counted = countPods(run, pods);
  noteFailures(run, failures, counted);
  const awaited = awaitedPods(run, pods, counted);
  const decided = decidedEnd(run, pods, counted);
  let failure: unknown;
  let managed: Managed = { active: counted.active.length, deleted: [] };
  try {
    managed = await (decided === undefined
      ? managePods(run, { counted, failures, awaited })
      : deletePods(run, counted.active.length, counted.active));
  } catch (error) {
    failure = error;
  }
  const end = decided ?? completedEnd(job, counted, managed.active);
  const outcome = { pods, counted, end: failure === undefined ? end : undefined, managed, awaited };
  await releasePods(run, await writeStatus(run, outcome));
  if (failure !== undefined) {
    throw failure;
  }
  const waits = [managed.againMs, deadlineMs(run)].filter((ms): ms is number => ms !== undefined && ms > 0);
  return waits.length === 0 ? undefined : minOf(waits);
}
