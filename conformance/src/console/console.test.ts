import { describe, expect, it } from "vitest";
import { mustHavePrograms } from "../serve/find-program.ts";
import { startServeProcess } from "../serve/serve-process.ts";
import { describeConsole } from "./testing/describe-console.ts";
import { findChromium } from "./testing/open-console.ts";

const hasChromium = findChromium() !== undefined;

it.runIf(mustHavePrograms())("finds a chromium to drive", () => {
  expect(hasChromium).toBe(true);
});

describe.skipIf(!hasChromium)("with chromium (skipped where there is none on PATH),", () => {
  describeConsole("the console of Kiln", {
    start: () => startServeProcess(["--testing", "--store", "memory"]),
    isKiln: true,
    many: 10_000,
  });
});
