import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  createProjectorMetrics,
  type ProjectedChange,
  type Projector,
  type ProjectorMetrics,
  readProjectSettings,
  startProjector,
} from "@kiln/agent/project";
import { createSystemClock } from "@kiln/api";
import type { TestServer } from "@kiln/apiserver/testing";
import { createClient } from "@kiln/client";
import { onTestFinished } from "vitest";
import { type CuttableTransport, transportOf } from "../../client/transport-of.ts";

export function temporaryFolder(): { readonly path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), "kiln-project-"));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** A projector in this process, on a server in this process, and real files. It ends with the test. */
export interface TestProjector {
  readonly projector: Projector;
  readonly transport: CuttableTransport;
  readonly metrics: ProjectorMetrics;
  /** All that it told of. */
  readonly changes: readonly ProjectedChange[];
  readonly warnings: readonly string[];
  /** Calls `look` after each publication until its result is as expected, or the test times out. */
  until<T>(look: () => T, isSo: (seen: T) => boolean): Promise<T>;
  close(): Promise<void>;
}

/** Settings by flag; `debounce` is 0 by default. */
export function startTestProjector(
  server: TestServer,
  settings: Readonly<Record<string, string>>,
  files: Readonly<Record<string, string>> = {},
): TestProjector {
  const transport = transportOf(server);
  const metrics = createProjectorMetrics();
  const changes: ProjectedChange[] = [];
  const warnings: string[] = [];
  let wake: (() => void)[] = [];
  const surroundings = {
    namespace: "default",
    readFile: (path: string) => files[path] ?? readFileSync(path, "utf8"),
  };
  const values = new Map(Object.entries({ debounce: "0", ...settings }));
  const config = readProjectSettings(values, surroundings);
  const projector = startProjector({
    config,
    client: createClient({ transport, userAgent: "project-test/1" }),
    clock: createSystemClock(globalThis),
    fraction: Math.random,
    log: { info: () => {}, warn: (about, message) => warnings.push(`${message} ${JSON.stringify(about)}`) },
    metrics,
    onPublished(change) {
      changes.push(change);
      const woken = wake;
      wake = [];
      for (const each of woken) {
        each();
      }
    },
  });
  onTestFinished(() => projector.close());
  return {
    ...{ projector, transport, metrics, changes, warnings },
    async until(look, isSo) {
      for (;;) {
        const next = new Promise<void>((resolve) => wake.push(resolve));
        const seen = look();
        if (isSo(seen)) {
          return seen;
        }
        await next;
      }
    },
    close: () => projector.close(),
  };
}

/** The text of a file, or undefined if there is none. */
export function readText(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}
