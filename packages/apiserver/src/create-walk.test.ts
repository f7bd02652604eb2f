import { readFileSync } from "node:fs";
import type { JsonObject } from "@kiln/api";
import { afterEach, describe, expect, it } from "vitest";
import { defineWidgets, WIDGETS, widget } from "./testing/define-widgets.ts";
import { startTestServer, type TestServer } from "./testing/start-test-server.ts";

let started: TestServer | undefined;

afterEach(async () => {
  await started?.close();
  started = undefined;
});

function withoutRepeats(folders: readonly string[]): string[] {
  return folders.filter((folder, i) => folder !== folders[i - 1]);
}

/** Folders of the server on the stack, the outermost first. */
function foldersOnStack(): string[] {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 200;
  const { stack = "" } = new Error();
  Error.stackTraceLimit = limit;
  const files = [...stack.matchAll(/packages\/apiserver\/src\/([\w/.-]+\.ts)/g)].map((match) => String(match[1]));
  const own = files.filter((file) => !file.endsWith(".test.ts") && !file.startsWith("testing/")).reverse();
  return withoutRepeats(own.map((file) => file.split("/")[0] as string));
}

/** Folders whose functions the verb `create` calls before the object is stored, in source order. */
function foldersOfVerb(): string[] {
  const text = readFileSync(new URL("verbs/create.ts", import.meta.url), "utf8");
  const imports = [...text.matchAll(/^import \{ ([^}]+) \} from "\.\.\/([\w-]+)\//gm)];
  const folderOf = new Map(
    imports.flatMap(([, names = "", folder = ""]) => names.split(", ").map((name): [string, string] => [name, folder])),
  );
  const body = text.slice(text.indexOf("export const create"), text.indexOf("} catch"));
  return withoutRepeats([...body.matchAll(/\w+/g)].flatMap(([name]) => folderOf.get(name) ?? []));
}

/** Folders on the stack at each write of one POST, by the plural in the key. */
async function recordWalks(path: string, body: JsonObject): Promise<[string, string[]][]> {
  started = await startTestServer();
  await defineWidgets(started, {});
  const { store } = started;
  const walks: [string, string[]][] = [];
  const create = store.create.bind(store);
  store.create = (key, ...rest) => {
    walks.push([String(key.split("/")[3]), foldersOnStack()]);
    return create(key, ...rest);
  };
  expect(await started.send("POST", path, { body })).toMatchObject({ status: 201 });
  return walks;
}

const CORE = "/api/v1/namespaces/default";
const WALK = ["filters", "verbs", "write"];

describe("the walk of a create", () => {
  it.each<[string, string, JsonObject, string]>([
    ["a ConfigMap", `${CORE}/configmaps`, { metadata: { name: "a" }, data: { a: "1" } }, "configmaps"],
    ["a custom resource", WIDGETS, widget("a"), "widgets"],
  ])("has each folder on the stack once when the store receives %s", async (_, path, body, plural) => {
    expect(await recordWalks(path, body)).toEqual([[plural, WALK]]);
  });

  it("ends where it should for a Service, whose address was claimed by a write of its own before", async () => {
    const body = { metadata: { name: "a" }, spec: { ports: [{ port: 80 }] } };
    expect(await recordWalks(`${CORE}/services`, body)).toEqual([
      ["ipaddresses", [...WALK, "server-writes", "write"]],
      ["services", WALK],
    ]);
  });

  it("goes from the verb to the form of the answer and to the write path, and to neither again", () => {
    expect(foldersOfVerb()).toEqual(["output", "write"]);
  });
});
