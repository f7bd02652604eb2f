import { type JsonObject, type KubeObject, printJson } from "@kiln/api";
import { startTestServer, type TestServer } from "@kiln/apiserver/testing";
import {
  annotateDefinition,
  compilePolicies,
  compileRules,
  createGuardedKinds,
  createMarksAdmit,
  createUnionsAdmit,
  type Finding,
  GUARD_PATHS,
  guardConfigurations,
  newestKubernetes,
  readDefinition,
} from "@kiln/guard";
import { allFeatures } from "@kiln/kinds";
import { type Admit, answerReview, type WebhookTransport } from "@kiln/webhook";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findPeer, until } from "../serve/peer-process.ts";
import { explainDifference } from "./explain-difference.ts";
import { mixerDefinition } from "./mixer-definition.ts";
import { type Ran, runTransition, type Send } from "./run-transition.ts";
import { startPeer } from "./start-cluster.ts";
import { transitions } from "./testing/random-transitions.ts";

/** Number of transitions; `npm run test:transitions` runs more. */
const COUNT = Number(process.env.KILN_TRANSITIONS ?? 40);
const SEED = Number(process.env.KILN_TRANSITIONS_SEED ?? 7);

const kubernetes = newestKubernetes;
const { definition } = readDefinition(mixerDefinition);
const policies = compilePolicies(definition, { kubernetes });
const rules = compileRules(definition, mixerDefinition, { kubernetes });

const PLURALS: Readonly<Record<string, string>> = {
  CustomResourceDefinition: "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
  ValidatingAdmissionPolicy: "/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies",
  ValidatingAdmissionPolicyBinding: "/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicybindings",
  MutatingAdmissionPolicy: "/apis/admissionregistration.k8s.io/v1/mutatingadmissionpolicies",
  MutatingAdmissionPolicyBinding: "/apis/admissionregistration.k8s.io/v1/mutatingadmissionpolicybindings",
  MutatingWebhookConfiguration: "/apis/admissionregistration.k8s.io/v1/mutatingwebhookconfigurations",
  ValidatingWebhookConfiguration: "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations",
};

/** A cluster that enforces marks in one way, and the differences that the compiler reported for it. */
interface Guarded {
  readonly send: Send;
  readonly findings: readonly Finding[];
  close(): Promise<void>;
}

async function createAll(send: Send, objects: readonly JsonObject[]): Promise<void> {
  for (const object of objects) {
    const { status, json } = await send("POST", PLURALS[String(object.kind)] ?? "", object, "application/json");
    expect([status, json?.message]).toEqual([201, undefined]);
  }
}

function sendTo(server: TestServer): Send {
  return (method, target, body, type) => server.send(method, target, { body, headers: { "content-type": type } });
}

const STOCK = {
  semantics: "upstream",
  features: { ...allFeatures, FieldMutability: false, Unions: false },
} as const;

async function startStock(objects: readonly JsonObject[], findings: readonly Finding[]): Promise<Guarded> {
  const server = await startTestServer(STOCK);
  await createAll(sendTo(server), objects);
  return { send: sendTo(server), findings, close: server.close };
}

async function startWebhook(): Promise<Guarded> {
  const kinds = createGuardedKinds();
  kinds.set(annotateDefinition(mixerDefinition) as unknown as KubeObject);
  const admits: Readonly<Record<string, Admit>> = {
    [GUARD_PATHS.marks]: createMarksAdmit(kinds),
    [GUARD_PATHS.unions]: createUnionsAdmit(kinds),
    [GUARD_PATHS.definitions]: () => ({ allowed: true }),
  };
  const transport: WebhookTransport = {
    post: async ({ url, body, signal }) =>
      answerReview({ admit: admits[new URL(url).pathname] as Admit }, body, signal),
    close: () => {},
  };
  const server = await startTestServer({ ...STOCK, webhooks: { transport } });
  const address = { url: "https://guard.example" };
  const { mutating, validating } = guardConfigurations(kinds.list(), { name: "guard", address, ca: "" });
  await createAll(sendTo(server), [annotateDefinition(mixerDefinition), mutating, validating]);
  return { send: sendTo(server), findings: policies.findings, close: server.close };
}

const WAYS: readonly (readonly [name: string, start: () => Promise<Guarded>])[] = [
  ["policies", () => startStock([annotateDefinition(mixerDefinition), ...policies.objects], policies.findings)],
  ["rules", () => startStock(rules.objects, rules.findings)],
  ["the webhook", startWebhook],
];

/** Checks that a transition has the same outcome as on Kiln, or a difference that the compiler reported. */
function compare(ours: Ran, theirs: Ran, at: Parameters<typeof explainDifference>[1]): void {
  const told = explainDifference({ ours, theirs }, at);
  if (told !== "") {
    expect(
      `${told}\n${printJson({ transition: at.transition as never, ours: ours as never, theirs: theirs as never })}`,
    ).toBe("");
  }
}

describe("random transitions of marked objects", () => {
  let kiln: TestServer;
  beforeAll(async () => {
    kiln = await startTestServer();
    await createAll(sendTo(kiln), [mixerDefinition]);
  });
  afterAll(() => kiln.close());

  async function check(guarded: Guarded, count: number): Promise<void> {
    let id = 0;
    const tally = { taken: 0, rejected: 0, otherwise: 0 };
    await fc.assert(
      fc.asyncProperty(transitions, async (transition) => {
        const name = `m${++id}`;
        const ours = await runTransition(sendTo(kiln), name, transition);
        const theirs = await runTransition(guarded.send, name, transition);
        await sendTo(kiln)("DELETE", `/apis/example.com/v1/namespaces/default/mixers/${name}`, {}, "application/json");
        compare(ours, theirs, { transition, findings: guarded.findings });
        if (ours.changed !== undefined && theirs.changed !== undefined) {
          tally[ours.changed.isTaken ? "taken" : "rejected"]++;
          tally.otherwise += ours.changed.spec === theirs.changed.spec ? 0 : 1;
        }
      }),
      { seed: SEED, numRuns: count, endOnFailure: true },
    );
    // Both outcomes are common, and differences are rare.
    expect(tally.taken).toBeGreaterThan(count / 10);
    expect(tally.rejected).toBeGreaterThan(count / 10);
    expect(tally.otherwise).toBeLessThan(count / 4);
  }

  it.each(WAYS)(
    "end with %s as on Kiln, or as the report says",
    async (_, start) => {
      const guarded = await start();
      try {
        await check(guarded, COUNT);
      } finally {
        await guarded.close();
      }
    },
    600_000,
  );

  const peer = findPeer();
  it.skipIf(peer === undefined).each<[string, readonly JsonObject[], readonly Finding[]]>([
    ["policies", [annotateDefinition(mixerDefinition), ...policies.objects], policies.findings],
    ["rules", rules.objects, rules.findings],
  ])(
    "end on kube-apiserver with %s as on Kiln, or as the report says",
    async (_, objects, findings) => {
      const cluster = await startPeer(peer as NonNullable<typeof peer>);
      const send: Send = async (method, target, body, type) => {
        const options = { headers: { "content-type": type }, body: new TextEncoder().encode(JSON.stringify(body)) };
        const { status, body: answer } = await cluster.client.send(method, target, options);
        const parts: Uint8Array[] = [];
        for await (const part of answer) {
          parts.push(part);
        }
        return { status, json: JSON.parse(Buffer.concat(parts).toString("utf8")) };
      };
      try {
        await createAll(send, objects);
        await untilEnforced(send);
        await check({ send, findings, close: cluster.close }, COUNT);
      } finally {
        await cluster.close();
      }
    },
    900_000,
  );
});

/** Waits until policies and rules are enforced, a moment after they were written. */
async function untilEnforced(send: Send): Promise<void> {
  let id = 0;
  const before = { fixed: "a", choice: { a: "a" } };
  const change = { how: "merge", spec: { fixed: "b" } } as const;
  await until("marks and unions are kept", async () => {
    const { created, changed } = await runTransition(send, `ready${++id}`, { before, change });
    return changed?.isTaken === false && created.spec?.includes('"type":"A"') === true;
  });
}
