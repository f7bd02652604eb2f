// Installs the packed package into empty projects, as a user does, and uses it. npm and node:test always run; further
// package managers and test runners only with KILN_PACKAGE_TOOLS=all (npm run test:package), which downloads them.

import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { describePackage, PACKAGE_NAME, packPackage, stagePackage } from "../package.mjs";

const MAX_PACKED_BYTES = 5e6;
const hasAllTools = process.env.KILN_PACKAGE_TOOLS === "all";
const root = mkdtempSync(join(tmpdir(), "kiln-package-"));
const tarball = join(root, "kiln.tgz");
/** Project in which npm installed the package; the tests of test runners share it. */
const project = join(root, "npm");

const NPX = ["npx", "--yes"];
const installers = [
  { name: "npm", add: ["npm", "install", "--save-dev"], exec: ["npx", "--no-install"], always: true },
  { name: "pnpm", add: [...NPX, "pnpm@10", "add", "--save-dev"], exec: [...NPX, "pnpm@10", "exec"] },
  { name: "yarn 1", add: [...NPX, "yarn@1.22.22", "add", "--dev"], exec: [...NPX, "yarn@1.22.22", "run", "--silent"] },
  {
    name: "yarn 4",
    add: [...NPX, "-p", "@yarnpkg/cli-dist@4", "yarn", "add", "--dev"],
    exec: [...NPX, "-p", "@yarnpkg/cli-dist@4", "yarn", "run"],
    specifier: (/** @type {string} */ file) => `${PACKAGE_NAME}@file:${file}`,
  },
].filter(({ always }) => always || hasAllTools);

const BODY = `
test("answers in the process of the test", async () => {
  const server = await startTestServer();
  const body = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "here" } };
  const answer = await server.send("POST", "/api/v1/namespaces/default/configmaps", { body });
  assert.equal(answer.status, 201, answer.text);
  await server.close();
});

test("answers over HTTP from a process of its own", async () => {
  const kiln = await startKiln();
  const status = await new Promise((resolve, reject) => {
    get(kiln.url + "/version", { rejectUnauthorized: false }, (answer) => resolve(answer.statusCode)).on("error", reject);
  });
  assert.equal(status, 200);
  await kiln.stop();
});
`;
const MODULE = `import assert from "node:assert/strict";
import { get } from "node:https";
import { startKiln, startTestServer } from "${PACKAGE_NAME}/testing";
`;
const COMMON = `const assert = require("node:assert/strict");
const { get } = require("node:https");
const { startKiln, startTestServer } = require("${PACKAGE_NAME}/testing");
`;

const runners = [
  {
    name: "node:test, ES modules",
    file: "node.test.mjs",
    head: `${MODULE}import test from "node:test";`,
    always: true,
  },
  {
    name: "node:test, CommonJS",
    file: "node.test.cjs",
    head: `${COMMON}const test = require("node:test");`,
    always: true,
  },
  {
    name: "vitest",
    file: "vitest.test.mjs",
    head: `${MODULE}import { test } from "vitest";`,
    install: ["vitest@4"],
    command: ["npx", "vitest", "run", "--testTimeout=60000", "vitest.test.mjs"],
  },
  {
    name: "jest, CommonJS",
    file: "jest.test.cjs",
    head: COMMON,
    install: ["jest@30"],
    command: ["npx", "jest", "--testTimeout=60000", "jest.test.cjs"],
  },
  {
    name: "jest, ES modules",
    file: "jest-esm.test.mjs",
    head: MODULE,
    install: ["jest@30"],
    command: [
      "node",
      "--experimental-vm-modules",
      "node_modules/jest/bin/jest.js",
      "--testTimeout=60000",
      "jest-esm.test.mjs",
    ],
  },
].filter(({ always }) => always || hasAllTools);

beforeAll(async () => {
  packPackage(await stagePackage(join(root, "stage")), tarball);
}, 120_000);
afterAll(() => rmSync(root, { recursive: true, force: true }), 120_000);

/**
 * Runs `kiln serve` until it is ready.
 * @param {readonly string[]} command
 * @param {string} folder
 */
async function expectReady(command, folder) {
  const [program = "", ...args] = [...command, "serve", "--listen", "127.0.0.1:0"];
  const server = spawn(program, args, { cwd: folder, stdio: ["ignore", "pipe", "inherit"], detached: true });
  try {
    const [line] = await once(createInterface({ input: server.stdout }), "line");
    expect(line).toMatch(/^ready https:\/\/127\.0\.0\.1:\d+ in \d+ ms$/);
    expect(readdirSync(join(folder, ".kiln"))).toContain("kubeconfig");
  } finally {
    const ended = once(server, "close");
    // Signals the whole process group: a package manager does not forward the signal.
    process.kill(-Number(server.pid));
    await ended;
  }
}

describe("the npm package", () => {
  it("is small, and carries neither tests nor source maps", () => {
    expect(statSync(tarball).size).toBeLessThan(MAX_PACKED_BYTES);
    const files = readdirSync(join(root, "stage"), { recursive: true }).map(String);
    expect(files.filter((file) => /\.map$|\.test\.|\/src\//.test(file))).toEqual([]);
  });

  it("depends on nothing of the workspace", () => {
    expect(Object.keys(describePackage().dependencies)).toEqual(["lmdb", "oxc-parser"]);
    const declarations = readdirSync(join(root, "stage", "types"), { recursive: true }).map(String);
    const importing = declarations.filter(
      (file) =>
        file.endsWith(".d.ts") && /from "@kiln\//.test(readFileSync(join(root, "stage", "types", file), "utf8")),
    );
    expect(importing).toEqual([]);
  });

  it.each(installers)(
    "serves in an empty project after one line of $name",
    async ({ name, add, exec, specifier }) => {
      const folder = newProject(name);
      await run([...add, specifier?.(tarball) ?? tarball], folder);
      await expectReady([...exec, "kiln"], folder);
    },
    300_000,
  );

  it.runIf(hasAllTools)(
    "serves in an empty folder with one line of npx",
    () => expectReady([...NPX, `--package=${tarball}`, "kiln"], newProject("npx")),
    300_000,
  );

  it.each(runners)(
    "is imported under $name",
    async ({ file, head, install = [], command = ["node", "--test", file] }) => {
      writeFileSync(join(project, file), `${head}\n${BODY}`);
      if (install.length > 0) {
        await run(["npm", "install", "--save-dev", ...install], project);
      }
      await run(command, project);
    },
    300_000,
  );

  it.each([
    { name: "ES modules", file: "types.mts" },
    { name: "CommonJS", file: "types.cts" },
  ])(
    "has types for $name",
    async ({ file }) => {
      writeFileSync(
        join(project, file),
        `import { createApiServer, type ApiServerOptions } from "${PACKAGE_NAME}";
import { type Kiln, startKiln } from "${PACKAGE_NAME}/testing";
export const start: () => Promise<Kiln> = () => startKiln({ flags: ["--semantics", "upstream"] });
export const create: (options: ApiServerOptions) => unknown = createApiServer;
// @ts-expect-error: no such option
startKiln({ flag: [] });
`,
      );
      const compiler = new URL("../../node_modules/typescript/bin/tsc", import.meta.url).pathname;
      const typeRoots = new URL("../../node_modules/@types", import.meta.url).pathname;
      // Options that `tsc --init` writes.
      const flags = [
        "--noEmit",
        "--strict",
        "--skipLibCheck",
        "--module",
        "node16",
        "--target",
        "es2023",
        "--types",
        "node",
      ];
      await run([process.execPath, compiler, ...flags, "--typeRoots", typeRoots, file], project);
    },
    120_000,
  );
});

/** @param {string} name */
function newProject(name) {
  const folder = join(root, name.replace(" ", "-"));
  mkdirSync(folder);
  mkdirSync(join(folder, "nothing"));
  writeFileSync(join(folder, "nothing", "package.json"), '{ "name": "nothing", "version": "0.0.0" }\n');
  const resolutions = Object.fromEntries(otherPlatforms().map((name) => [name, "file:./nothing"]));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "empty", private: true, resolutions }));
  // Without this file yarn 4 takes a parent folder for the project.
  writeFileSync(join(folder, "yarn.lock"), "");
  return folder;
}

/** Platforms whose binaries yarn must not look up: mirrors of the registry may lack them. */
function otherPlatforms() {
  const modules = join(import.meta.dirname, "..", "..", "node_modules");
  return ["lmdb", "msgpackr-extract", "oxc-parser"].flatMap((name) => {
    const { optionalDependencies } = JSON.parse(readFileSync(join(modules, name, "package.json"), "utf8"));
    return Object.keys(optionalDependencies).filter((each) => !existsSync(join(modules, each)));
  });
}

/**
 * Runs a command. Its output is printed if it fails.
 * @param {readonly string[]} command
 * @param {string} cwd
 */
async function run([program = "", ...args], cwd) {
  const { NODE_OPTIONS: _, KILN: __, VITEST: ___, ...env } = process.env;
  try {
    await promisify(execFile)(program, args, { cwd, env: { ...env, CI: "" } });
  } catch (error) {
    const { stdout = "", stderr = "" } = /** @type {{ stdout?: string, stderr?: string }} */ (error);
    throw new Error(`${[program, ...args].join(" ")} failed:\n${stdout}${stderr}`);
  }
}
