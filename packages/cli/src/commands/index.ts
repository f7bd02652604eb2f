import type { Command } from "../command.ts";
import { agent } from "./agent.ts";
import { check } from "./check.ts";
import { compile } from "./compile.ts";
import { createCompletion } from "./completion.ts";
import { console } from "./console.ts";
import { diff } from "./diff.ts";
import { diffCrd } from "./diff-crd.ts";
import { envtest } from "./envtest.ts";
import { explain } from "./explain.ts";
import { fork } from "./fork.ts";
import { generate } from "./generate.ts";
import { importCommand } from "./import-command.ts";
import { lint } from "./lint.ts";
import { log } from "./log.ts";
import { migrate } from "./migrate.ts";
import { playground } from "./playground.ts";
import { project } from "./project.ts";
import { prune } from "./prune.ts";
import { replay } from "./replay.ts";
import { schema } from "./schema.ts";
import { serve } from "./serve.ts";
import { snapshot } from "./snapshot.ts";
import { store } from "./store.ts";
import { webhook } from "./webhook.ts";

/** Every command, in the order in which the help lists them. */
export const commands: readonly Command[] = [
  serve,
  console,
  playground,
  envtest,
  importCommand,
  fork,
  diff,
  log,
  replay,
  store,
  generate,
  lint,
  check,
  diffCrd,
  explain,
  prune,
  schema,
  migrate,
  compile,
  webhook,
  snapshot,
  agent,
  project,
  createCompletion(() => commands),
];
