import { setTimeout as pause } from "node:timers/promises";
import { type Connection, type IncomingAnswer, type OutgoingRequest, parseBody, readText } from "./connection.ts";
import { neededNamespaces } from "./needed-namespaces.ts";
import { createNormalize, type Normalize } from "./normalize.ts";
import { createPatience, type Patience, type PatienceOptions } from "./patience.ts";
import { erasePointer, readPointer } from "./pointer.ts";
import type { HookScript, Scenario, Step } from "./scenario.ts";
import type { Hook } from "./start-hook.ts";
import { readWatch, type WatchStream } from "./watch-stream.ts";

export interface PlayOptions {
  readonly connection: Connection;
  readonly hook: Hook;
  readonly patience: PatienceOptions;
  /** First pause between two checks of a condition. */
  readonly pollMs: number;
}

/** Answer to a step, in the form of the recordings. Undefined for steps without one. */
export type Answer = Readonly<Record<string, unknown>> | undefined;

/** Timeout of a response. Kubernetes takes three seconds to reject a resourceVersion in the future. */
const ANSWER_TIMEOUT_MS = 8000;

interface Player extends Omit<PlayOptions, "patience"> {
  readonly variables: Map<string, string>;
  readonly normalize: Normalize;
  readonly watches: Map<string, WatchStream>;
  readonly patience: Patience;
}

/**
 * Plays all steps; returns one response for each. A request without a response yields `{error}`, and the following
 * steps are still played.
 */
export async function playScenario(scenario: Scenario, options: PlayOptions): Promise<Answer[]> {
  const { hook } = options;
  const variables = new Map([
    ["hookUrl", hook.url],
    ["hookCA", hook.ca],
  ]);
  const hasManagedFields = scenario.managedFields === true;
  const player: Player = {
    ...options,
    variables,
    normalize: createNormalize({ variables, hookUrl: hook.url, hasManagedFields }),
    watches: new Map(),
    patience: createPatience(options.patience),
  };
  for (const name of neededNamespaces(scenario)) {
    // Not played as a step: the recording counts versions and uids from its own first one.
    const payload = JSON.stringify({ apiVersion: "v1", kind: "Namespace", metadata: { name } });
    const headers = { "content-type": "application/json" };
    const response = await sendRequest(player, { method: "POST", target: "/api/v1/namespaces", headers, payload });
    await readText(response, ANSWER_TIMEOUT_MS);
  }
  const answers: Answer[] = [];
  for (const step of scenario.steps) {
    const answer = await playStep(player, step).catch((error: Error) => ({ error: error.message }));
    for (const pointer of answer === undefined ? [] : (step.ignore ?? [])) {
      erasePointer(answer, pointer);
    }
    answers.push(answer);
  }
  for (const watch of player.watches.values()) {
    watch.close();
  }
  return answers;
}

async function playStep(player: Player, step: Step): Promise<Answer> {
  const { variables, hook } = player;
  if (step.do !== undefined) {
    return playRequest(player, step, step.do);
  }
  if (step.watch !== undefined) {
    const watch = await openWatch(player, step);
    player.watches.set(step.watch, watch);
    return { code: watch.code };
  }
  if (step.collect !== undefined) {
    return { events: player.normalize(await collect(player, step, step.collect)) };
  }
  if (step.hook !== undefined) {
    hook.scripts.set(step.hook, fill(step.respond ?? {}, variables) as HookScript);
  } else if (step.sleep !== undefined) {
    await pause(step.sleep);
  } else {
    throw new Error(`unknown step ${JSON.stringify(step)}`);
  }
  return undefined;
}

async function playRequest(player: Player, step: Step, request: string): Promise<Answer> {
  const { variables, normalize, patience } = player;
  const line = fill(request, variables) as string;
  const space = line.indexOf(" ");
  const payload = payloadOf(step, variables);
  const outgoing = {
    method: line.slice(0, space),
    target: line.slice(space + 1),
    headers: fill(step.headers ?? {}, variables) as Record<string, string>,
    ...(payload === undefined ? {} : { payload }),
  };
  const wait = step.until === undefined ? undefined : patience.start(step.until.timeoutMs as number | undefined);
  for (;;) {
    const response = await sendRequest(player, outgoing);
    const text = await patience.spend(ANSWER_TIMEOUT_MS, (allowedMs) => readText(response, allowedMs));
    const body = parseBody(text);
    const code = response.statusCode ?? 0;
    if (step.until !== undefined && !holds({ code, body }, step.until) && (await wait?.again(player.pollMs))) {
      continue;
    }
    for (const [name, pointer] of Object.entries(step.save ?? {})) {
      variables.set(name, String(readPointer(body, pointer)));
    }
    const { "content-type": type, warning } = response.headers;
    const parts = step.pick?.map((pointer) => [pointer, readPointer(body, pointer) ?? null]);
    return {
      code,
      type: String(type ?? "").split(";")[0],
      ...(warning === undefined ? {} : { warning: normalize(warning) }),
      body: normalize(parts === undefined ? body : Object.fromEntries(parts)),
    };
  }
}

function sendRequest(
  { connection, patience }: Player,
  outgoing: Omit<OutgoingRequest, "timeoutMs">,
): Promise<IncomingAnswer> {
  return patience.spend(ANSWER_TIMEOUT_MS, (timeoutMs) => connection.send({ ...outgoing, timeoutMs }));
}

function payloadOf(step: Step, variables: ReadonlyMap<string, string>): string | undefined {
  if (step.raw !== undefined) {
    return fill(step.raw, variables) as string;
  }
  return step.body === undefined ? undefined : JSON.stringify(fill(step.body, variables));
}

function holds(answer: unknown, conditions: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(conditions).every(
    ([pointer, want]) =>
      pointer === "timeoutMs" || JSON.stringify(readPointer(answer, pointer)) === JSON.stringify(want),
  );
}

async function openWatch(player: Player, step: Step): Promise<WatchStream> {
  const { variables, patience, pollMs } = player;
  const outgoing = {
    method: "GET",
    target: fill(step.path ?? "", variables) as string,
    headers: fill(step.headers ?? {}, variables) as Record<string, string>,
  };
  const wait = patience.start(undefined);
  for (;;) {
    const response = await sendRequest(player, outgoing);
    if (response.statusCode === 200 || step.once === true || !(await wait.again(pollMs))) {
      return readWatch(response);
    }
    response.resume();
  }
}

/** Where the recording has fewer events than it waited for, that none came is the point, and the wait is not cut. */
async function collect({ watches, patience }: Player, step: Step, name: string): Promise<unknown[]> {
  const { count = 0, timeoutMs = 5000, answer } = step;
  const watch = watches.get(name);
  if (watch === undefined) {
    throw new Error(`watch ${name} was never opened`);
  }
  if ((answer?.events?.length ?? 0) < count) {
    return watch.take(count, timeoutMs);
  }
  const take = (allowedMs: number): Promise<unknown[]> => watch.take(count, allowedMs);
  return patience.spend(timeoutMs, take, (events) => events.length === count);
}

/** The value with `${name}` in all strings replaced; unknown names stay. */
function fill(value: unknown, variables: ReadonlyMap<string, string>): unknown {
  if (typeof value === "string") {
    return value.replace(/\$\{(\w+)\}/g, (all, name: string) => variables.get(name) ?? all);
  }
  if (Array.isArray(value)) {
    return value.map((item) => fill(item, variables));
  }
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, fill(member, variables)]));
  }
  return value;
}
