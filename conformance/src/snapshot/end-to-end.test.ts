import { describe } from "vitest";
import { findKubectls, mustHavePrograms } from "../serve/find-program.ts";
import { startServeProcess } from "../serve/serve-process.ts";
import { describeStory } from "./testing/describe-story.ts";

describe.skipIf(findKubectls().length === 0 && !mustHavePrograms())("with kubectl,", () => {
  describeStory("snapshots on Kiln:", () => startServeProcess());
});
