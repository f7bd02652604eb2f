import { objectAt } from "@kiln/api";
import { lintDefinitions } from "../play/lint-definitions.ts";
import { play } from "../play/play.ts";
import { openWorlds, type World, type WorldOptions, type Worlds } from "../server/open-world.ts";
import { runCommand } from "../terminal/run-command.ts";
import type { WorkerAnswer, WorkerRequest } from "./messages.ts";

/**
 * Answers the messages of a page. Every play starts a new server; the terminal uses the server of the last play, until
 * the next play closes it and ends its watches.
 */
export function servePage(
  options: WorldOptions,
  post: (answer: WorkerAnswer) => void,
): (request: WorkerRequest) => void {
  const page: Page = { worlds: openWorlds(options), post, running: new Map(), world: undefined };
  let turn: Promise<unknown> = page.worlds;
  return (request) => {
    if (request.type === "stop") {
      page.running.get(request.id)?.abort();
    } else if (request.type === "run") {
      // Commands of the terminal wait for earlier plays, and not for each other: a watch continues.
      void turn.then(() => answer(page, request));
    } else {
      turn = turn.then(() => answer(page, request));
    }
  };
}

interface Page {
  readonly worlds: Promise<Worlds>;
  readonly post: (answer: WorkerAnswer) => void;
  readonly running: Map<number, AbortController>;
  world: World | undefined;
}

type Answered = Exclude<WorkerRequest, { type: "stop" }>;

/** Answers a request. Never rejects: an error here must not stop later answers. */
async function answer(page: Page, request: Answered): Promise<void> {
  const { id } = request;
  try {
    switch (request.type) {
      case "play":
        return await answerPlay(page, request);
      case "lint":
        return await answerLint(page, request);
      case "schema": {
        const target = "/openapi/v3/apis/apiextensions.k8s.io/v1";
        const schemas = await inWorld(page, async (world) => (await world.send({ method: "GET", target })).json);
        return page.post({ type: "schema", id, schemas: objectAt(schemas, "components", "schemas") });
      }
      case "run":
        return await answerRun(page, request);
    }
  } catch (error) {
    page.post({ type: "failed", id, message: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
}

async function answerPlay(page: Page, { id, state }: Extract<Answered, { type: "play" }>): Promise<void> {
  const world = await (await page.worlds).open();
  const outcome = await play(world, state);
  page.post({ type: "played", id, outcome });
  for (const command of page.running.values()) {
    command.abort();
  }
  const last = page.world;
  page.world = world;
  await last?.close();
}

async function answerLint(page: Page, { id, text }: Extract<Answered, { type: "lint" }>): Promise<void> {
  const findings = await inWorld(page, (world) => lintDefinitions(world, text));
  page.post({ type: "linted", id, findings });
}

async function inWorld<T>(page: Page, use: (world: World) => Promise<T>): Promise<T> {
  const world = await (await page.worlds).open();
  try {
    return await use(world);
  } finally {
    await world.close();
  }
}

async function answerRun(page: Page, { id, line, files }: Extract<Answered, { type: "run" }>): Promise<void> {
  page.world ??= await (await page.worlds).open();
  const stop = new AbortController();
  page.running.set(id, stop);
  try {
    const code = await runCommand(line, {
      world: page.world,
      files: new Map(files),
      print: (text) => page.post({ type: "output", id, text }),
      signal: stop.signal,
    });
    page.post({ type: "ended", id, code });
  } finally {
    page.running.delete(id);
  }
}
