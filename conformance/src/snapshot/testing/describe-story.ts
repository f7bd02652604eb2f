import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Kubectl } from "../../kubectl/run-kubectl.ts";
import { startTcpProxy } from "../../serve/tcp-proxy.ts";
import { stringsOf } from "../../vectors/vector-file.ts";
import { askWithKubectl } from "../ask-with-kubectl.ts";
import { startSnapshot } from "../kiln-command.ts";
import { UNASKABLE } from "../kubectl-question.ts";
import { DEPLOY_FOLDER, readSnapshotCases } from "../snapshot-cases.ts";
import { beginStory, questionsIn, STORY_PHASES, type Story, type StoryCluster, type StoryPhase } from "../story.ts";
import type { WayVerdict } from "../ways.ts";

const CASES = readSnapshotCases();
const LABELS = [
  ["volumesnapshot", "snapshot.storage.kubernetes.io/invalid-snapshot-resource"],
  ["volumesnapshotcontent", "snapshot.storage.kubernetes.io/invalid-snapshot-content-resource"],
] as const;
const SLOW_MS = 120_000;
/** Number of times that the controller loses all its connections while it works. */
const MAX_CUTS = 4;
const REPAIR = `--type=merge -p '{"spec":{"source":{"persistentVolumeClaimName":"a"}}}'`;
const RELEASE = `--type=merge -p '{"metadata":{"finalizers":null}}'`;

/**
 * Cases whose result differs: a schema allows an invalid object to stay or be repaired, but not to become invalid in
 * another way.
 */
const DIFFERING: readonly string[] = ["vs-ratchet-both-other-invalid-v1"];

/**
 * Everything in the life of a cluster's snapshots, with kubectl and processes: objects from before there were rules, the
 * webhook, phases 1, 2, 1, 2, 3, the controller, the audit, the repair, and what follows. Each step starts where the one
 * before it ended.
 */
export function describeStory(title: string, start: () => Promise<StoryCluster>): void {
  describe(title, () => {
    let story: Story;
    beforeAll(async () => {
      story = await beginStory(await start());
    }, SLOW_MS);
    afterAll(() => story?.close());

    it.each(["default-class", "fail", "signer"])("the overlay %s is taken", async (name) => {
      const folder = join(DEPLOY_FOLDER, "overlays", name);
      expect(await story.kubectl(`apply --dry-run=server -k ${folder}`)).toContain("snapshot-validation-deployment");
    });
    describe.each(STORY_PHASES)("in phase %i", (phase) => describePhase(() => story, phase));
    it("only these cases cannot be asked", () => {
      const asked = questionsIn(3).map(({ id }) => id);
      expect(CASES.map(({ id }) => id).filter((id) => !asked.includes(id))).toEqual(Object.keys(UNASKABLE));
    });
    it("a request in another version than the rules name is judged, too", () => judgeEquivalents(story));
    it("the rules can be switched off and on again", () => switchOffAndOn(story), SLOW_MS);
    it("a new certificate is made, and the one in use stays trusted", () => makeCertificate(story), SLOW_MS);
    it(
      "the controller labels exactly what is invalid, though its leader is killed and its connections are cut",
      () => label(story),
      SLOW_MS,
    );
    it("the next phase waits until nothing invalid is left", () => cleanUp(story), SLOW_MS);
    it("what is stored is brought along, to the last phase and all the way back", () => goOnAndBack(story), SLOW_MS);
    it("without the webhook nothing is written under Fail, and all under Ignore", () => killWebhook(story), SLOW_MS);
  });
}

function describePhase(story: () => Story, phase: StoryPhase): void {
  let verdicts: ReadonlyMap<string, WayVerdict>;
  const questions = questionsIn(phase);
  const expectationOf = (id: string) => CASES.find((vector) => vector.id === id)?.expect ?? {};

  beforeAll(async () => {
    const { names, enter, place } = story();
    const before = await names();
    // Leaves the second phase and enters it again.
    for (const next of phase === 2 ? [2, 1, 2] : [phase]) {
      await enter(next);
      expect(await names()).toEqual(before);
    }
    verdicts = await askWithKubectl(place, questions);
  }, SLOW_MS);

  it("every case that can be asked is answered as it should be", () => {
    const found = questions.filter(({ id }) => verdicts.get(id)?.isAllowed !== expectationOf(id).allowed);
    expect(found.map(({ id }) => `${id}: ${verdicts.get(id)?.message}`)).toEqual(
      questions.filter(({ id }) => DIFFERING.includes(id)).map(({ id }) => expect.stringContaining(id)),
    );
  });

  it("what the webhook refuses says why", () => {
    const silent = questions.filter(({ id }) => {
      const message = verdicts.get(id)?.message.toLowerCase() ?? "";
      const expected = stringsOf(expectationOf(id).messageContains).map((text) => text.toLowerCase());
      return message.includes("(badrequest)") && !expected.every((text) => message.includes(text));
    });
    expect(silent.map(({ id }) => verdicts.get(id)?.message)).toEqual([]);
  });
}

const invalidSnapshot = (name: string, version: string) =>
  JSON.stringify({
    apiVersion: `snapshot.storage.k8s.io/${version}`,
    kind: "VolumeSnapshot",
    metadata: { name, namespace: "default" },
    spec: { source: {} },
  });

async function judgeEquivalents({ kubectl, webhook, apply }: Story): Promise<void> {
  await apply(webhook.configuration({ versions: ["v1"] }));
  const { stderr } = await kubectl.run("create --validate=false -f -", { input: invalidSnapshot("s", "v1beta1") });
  expect(stderr).toContain("exactly one of spec.source.persistentVolumeClaimName and");
  expect(await webhook.metrics()).toMatch(/\{resource="volumesnapshots",version="v1",.*rule="source-one-of"/);
  await apply(webhook.configuration());
}

async function switchOffAndOn({ kubectl, webhook, apply, run }: Story): Promise<void> {
  const create = (name: string) =>
    kubectl.run("create --validate=false -f -", { input: invalidSnapshot(name, "v1beta1") });
  await kubectl("delete validatingwebhookconfiguration validation-webhook.snapshot.storage.k8s.io");
  expect((await create("meanwhile")).code).toBe(0);
  const next = await run("phase", "--to", "4");
  expect(next).toMatchObject({
    code: 1,
    text: expect.stringContaining("no ValidatingWebhookConfiguration has a webhook"),
  });
  expect((await run("phase", "--to", "4", "--without-webhook")).text).not.toContain("WebhookConfiguration");
  await apply(webhook.configuration());
  expect((await create("late")).code).toBe(1);
  await kubectl("annotate volumesnapshot meanwhile seen=yes");
}

async function makeCertificate({ kubectl, run }: Story): Promise<void> {
  expect(await run("certs")).toEqual({ code: 0, text: "a new certificate is in place\n" });
  expect(await run("certs")).toEqual({ code: 0, text: "the certificate lasts; it is trusted\n" });
  const path = "jsonpath={.type}";
  expect(await kubectl(`get secret -n kiln-snapshot snapshot-validation-secret -o ${path}`)).toBe("kubernetes.io/tls");
  const { stderr } = await kubectl.run("create --validate=false -f -", { input: invalidSnapshot("s", "v1beta1") });
  expect(stderr).toContain("exactly one of");
}

async function label({ cluster, kubectl, run }: Story): Promise<void> {
  const flags = ["--leader-election", "--leader-election-namespace=default", "--probe-port=off"];
  const times = ["lease-duration=2s", "renew-deadline=1500ms", "retry-period=300ms"];
  const args = ["controller", ...flags, ...times.map((time) => `--leader-election-${time}`)];
  const proxy = await startTcpProxy(portIn(cluster.kubeconfig));
  const kubeconfig = copyForPort(cluster.kubeconfig, proxy.port);
  const first = startSnapshot(args, kubeconfig);
  const [[kind, key]] = LABELS;
  await kubectl.until(`get ${kind} -l ${key} --watch`, /meanwhile/, { run: async () => {} });
  const second = startSnapshot(args, kubeconfig);
  try {
    await second.until(/ready/);
    first.child.kill("SIGKILL");
    await kubectl(`patch volumesnapshot meanwhile ${REPAIR}`);
    const { text } = await run("audit");
    const invalid = [...text.matchAll(/^(VolumeSnapshot(?:Content)?) (?:default\/)?(\S+): /gm)];
    expect(invalid.length).toBeGreaterThan(10);
    const expected = invalid.map(([, found, name]) => `${found} ${name}`).sort();
    let cuts = 0;
    const look = () => {
      cuts++;
      if (cuts <= MAX_CUTS) {
        proxy.cut();
      }
      return labelled(kubectl);
    };
    await expect.poll(look, { timeout: 60_000 }).toEqual(expected);
  } finally {
    second.child.kill("SIGTERM");
    first.child.kill("SIGKILL");
  }
  expect(await second.ended).toBe(0);
  proxy.close();
}

function portIn(kubeconfig: string): number {
  return Number(/https:\/\/127\.0\.0\.1:(\d+)/.exec(readFileSync(kubeconfig, "utf8"))?.[1]);
}

/** Copy of a kubeconfig in the same folder, because it may refer to files in it. */
function copyForPort(kubeconfig: string, port: number): string {
  const copy = `${kubeconfig}.proxied`;
  writeFileSync(copy, readFileSync(kubeconfig, "utf8").replace(/(https:\/\/127\.0\.0\.1:)\d+/, `$1${port}`));
  return copy;
}

async function labelled(kubectl: Kubectl): Promise<string[]> {
  const path = `'jsonpath={range .items[*]}{.kind} {.metadata.name}{"\\n"}{end}'`;
  const texts = await Promise.all(LABELS.map(([kind, key]) => kubectl(`get ${kind} -l ${key} -o ${path}`)));
  return texts
    .flatMap((text) => text.split("\n"))
    .filter((line) => line !== "")
    .sort();
}

async function cleanUp({ kubectl, run }: Story): Promise<void> {
  expect((await run("phase")).text).toContain("the cluster is in phase 3");
  const refused = await run("phase", "--to", "4");
  expect(refused).toMatchObject({ code: 1, text: expect.stringMatching(/phase 4 must wait: \d+ invalid objects/) });
  for (const [kind, key] of LABELS) {
    const found = (await kubectl(`get ${kind} -l ${key} -o name`)).replaceAll("\n", " ");
    await kubectl(`delete --wait=false ${found}`);
    // Objects without finalizers are deleted already.
    await kubectl.run(`patch ${RELEASE} ${found}`);
  }
  expect(await run("audit")).toMatchObject({ code: 0 });
}

async function goOnAndBack({ kubectl, run, migrate, names }: Story): Promise<void> {
  const before = await names();
  const go = async (phase: string) => {
    const { code, text } = await run("phase", "--to", phase);
    // Refreshes kubectl's cache of served versions.
    await kubectl("api-versions");
    expect(await names()).toEqual(before);
    return code === 0 ? `in phase ${phase}` : text;
  };
  expect(await go("4")).toContain("objects may still be stored in v1beta1");
  expect(await migrate()).toMatchObject({ code: 0 });
  expect(await go("4")).toBe("in phase 4");
  expect(await go("3")).toBe("in phase 3");
  expect(await go("2")).toBe("in phase 2");
  expect(await go("1")).toContain("objects may be stored in v1, which phase 1 does not serve");
  expect(await migrate()).toMatchObject({ code: 0 });
  expect(await go("1")).toBe("in phase 1");
}

async function killWebhook({ kubectl, webhook, apply }: Story): Promise<void> {
  webhook.command.child.kill("SIGKILL");
  await webhook.command.ended;
  const input = invalidSnapshot("orphan", "v1beta1").replace("{}", '{"persistentVolumeClaimName":"a"}');
  const refused = await kubectl.run("create -f -", { input });
  expect(refused.stderr).toContain('failed calling webhook "validation-webhook.snapshot.storage.k8s.io"');
  await apply(webhook.configuration({ failurePolicy: "Ignore" }));
  expect(await kubectl("create -f -", { input })).toContain("created");
}
