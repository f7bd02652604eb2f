import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { JsonObject } from "@kiln/api";
import type { Kubectl } from "../kubectl/run-kubectl.ts";
import type { KubectlQuestion, KubectlVerb } from "./kubectl-question.ts";
import type { WayVerdict } from "./ways.ts";

/** Path of kubectl, and the folder for the files that it reads. */
export interface KubectlPlace {
  readonly kubectl: Kubectl;
  readonly folder: string;
}

/** Stores the objects of the cases before rules are enforced, and deletes those that are to be terminating. */
export async function storeOld(place: KubectlPlace, questions: readonly KubectlQuestion[]): Promise<void> {
  const stored = questions.filter(({ old }) => old !== undefined);
  const going = stored.filter(({ isGoing }) => isGoing);
  for (const [verb, chosen] of [
    ["create", stored],
    ["delete --wait=false", going],
  ] as const) {
    const files = new Map(chosen.map(({ old = {} }) => [fileNameOf(old), old]));
    await place.kubectl(commandOf(verb, writeFiles(place, files)));
  }
}

const VERBS: readonly KubectlVerb[] = [
  "create",
  "create --dry-run=server",
  "replace",
  "replace --subresource=status",
  "delete --wait=false",
];

/** Sends the requests, with one command for each verb: kubectl continues after a rejection, and names the file. */
export async function askWithKubectl(
  place: KubectlPlace,
  questions: readonly KubectlQuestion[],
): Promise<ReadonlyMap<string, WayVerdict>> {
  const verdicts = new Map<string, WayVerdict>();
  for (const verb of VERBS) {
    const asked = questions.filter((question) => question.verb === verb);
    for (const [id, verdict] of asked.length === 0 ? [] : await askAtOnce(place, verb, asked)) {
      verdicts.set(id, verdict);
    }
  }
  return verdicts;
}

async function askAtOnce(
  place: KubectlPlace,
  verb: KubectlVerb,
  questions: readonly KubectlQuestion[],
): Promise<Map<string, WayVerdict>> {
  const files = new Map(questions.map(({ object }) => [fileNameOf(object), object]));
  const { stdout, stderr } = await place.kubectl.run(commandOf(verb, writeFiles(place, files)));
  const verdicts = new Map(
    questions.map(({ id, object }): [string, WayVerdict] => {
      const refusal = stderr.split("\n").find((line) => line.includes(`/${fileNameOf(object)}":`));
      return [id, { isAllowed: refusal === undefined, message: refusal ?? "" }];
    }),
  );
  // Requests that kubectl did not send for another reason must not count as allowed.
  const done = stdout.split("\n").filter((line) => line !== "").length;
  const allowed = [...verdicts.values()].filter(({ isAllowed }) => isAllowed).length;
  if (done !== allowed) {
    throw new Error(`kubectl ${verb} did ${done} of ${allowed}: ${stdout}${stderr}`);
  }
  return verdicts;
}

function fileNameOf({ metadata }: JsonObject): string {
  const { name, generateName } = metadata as JsonObject;
  return `${name ?? generateName}.json`;
}

function commandOf(verb: KubectlVerb, folder: string): string {
  return `${verb}${verb.startsWith("delete") ? "" : " --validate=false"} -f ${folder}`;
}

function writeFiles({ folder }: KubectlPlace, files: ReadonlyMap<string, JsonObject>): string {
  mkdirSync(folder, { recursive: true });
  const made = mkdtempSync(join(folder, "questions-"));
  for (const [name, object] of files) {
    writeFileSync(join(made, name), JSON.stringify(object));
  }
  return made;
}
