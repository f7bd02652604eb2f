import { join } from "node:path";
import { createKubectl, type Kubectl } from "../kubectl/run-kubectl.ts";
import { findKubectls } from "../serve/find-program.ts";
import { type KubectlPlace, storeOld } from "./ask-with-kubectl.ts";
import { type Ended, runKilnCommand, runSnapshotCommand } from "./kiln-command.ts";
import { type KubectlQuestion, questionOf } from "./kubectl-question.ts";
import { DEPLOY_FOLDER, readSnapshotCases } from "./snapshot-cases.ts";
import { makeCertificateFiles, startWebhookProcess, type WebhookProcess } from "./webhook-process.ts";

/** A cluster whose servers are separate processes. */
export interface StoryCluster {
  readonly kubeconfig: string;
  readonly folder: string;
  close(): Promise<void>;
}

/** A cluster with snapshots that are older than the rules, and a webhook that enforces the rules from then on. */
export interface Story {
  readonly cluster: StoryCluster;
  readonly kubectl: Kubectl;
  readonly place: KubectlPlace;
  readonly webhook: WebhookProcess;
  /** Runs `kiln snapshot` with these arguments. */
  run(...args: string[]): Promise<Ended>;
  /** Migrates all stored objects to the storage version. */
  migrate(): Promise<Ended>;
  apply(input: string): Promise<string>;
  /** Names of all snapshots and contents. */
  names(): Promise<string[]>;
  /** Applies the CRDs of a phase, without the checks of `kiln snapshot phase`. */
  enter(phase: number): Promise<void>;
  close(): Promise<void>;
}

const DEFINITIONS = ["volumesnapshots", "volumesnapshotcontents", "volumesnapshotclasses"].map(
  (plural) => `${plural}.snapshot.storage.k8s.io`,
);

export const STORY_PHASES = [1, 2, 3] as const;
export type StoryPhase = (typeof STORY_PHASES)[number];

/** Requests possible in a phase: the first one serves v1beta1 only. */
export function questionsIn(phase: StoryPhase): KubectlQuestion[] {
  return readSnapshotCases()
    .flatMap((vector) => questionOf(vector, `p${phase}`) ?? [])
    .filter(({ version, object }) => phase > 1 || version === "v1beta1" || object.kind === "Pod");
}

export async function beginStory(cluster: StoryCluster): Promise<Story> {
  const kubectl = createKubectl(findKubectls().at(-1) ?? "kubectl", cluster);
  const place = { kubectl, folder: join(cluster.folder, "questions") };
  const certificates = join(cluster.folder, "certificates");
  await makeCertificateFiles(certificates);
  const webhook = await startWebhookProcess(certificates);
  const apply = (input: string) => kubectl("apply -f -", { input });
  // All of it, so that a server has taken every manifest once.
  await kubectl(`apply -k ${join(DEPLOY_FOLDER, "overlays", "phase-1")}`);
  await kubectl("delete validatingwebhookconfiguration --all");
  // Created by a controller, unless none runs; without it no Pod is accepted.
  await kubectl.run("create serviceaccount default");
  await storeOld(place, STORY_PHASES.flatMap(questionsIn));
  await apply(webhook.configuration({ isTooWide: true }));
  return {
    cluster,
    kubectl,
    place,
    webhook,
    apply,
    run: (...args) => runSnapshotCommand(args, cluster.kubeconfig),
    migrate: () => runKilnCommand(["migrate", ...DEFINITIONS], cluster.kubeconfig),
    names: async () => (await kubectl("get volumesnapshots,volumesnapshotcontents -A -o name")).split("\n").sort(),
    enter: async (phase) => {
      await kubectl(`apply -k ${join(DEPLOY_FOLDER, "crds", `phase-${phase}`)}`);
      await kubectl("wait --for=condition=Established crd/volumesnapshots.snapshot.storage.k8s.io");
    },
    close: async () => {
      webhook.command.child.kill("SIGKILL");
      await cluster.close();
    },
  };
}
