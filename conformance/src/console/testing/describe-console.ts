import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { until } from "../../serve/peer-process.ts";
import type { ConsoleStory } from "./console-story.ts";
import { CRDS, DATABASES, database, databaseCrd } from "./database-crd.ts";
import { describeConflicts } from "./describe-conflicts.ts";
import { describeForks } from "./describe-forks.ts";
import { describeForms } from "./describe-forms.ts";
import { describeHostility } from "./describe-hostility.ts";
import { describeLists } from "./describe-lists.ts";
import { describeOutages } from "./describe-outages.ts";
import { describeReaders } from "./describe-readers.ts";
import { openSetting } from "./open-console.ts";

export interface Cluster {
  readonly kubeconfig: string;
  close(): Promise<void>;
}

export interface StoryOptions extends Pick<ConsoleStory, "isKiln" | "many"> {
  readonly start: () => Promise<Cluster>;
}

/** Tests of one console on any API server. The chapters build on each other. */
export function describeConsole(title: string, { start, isKiln, many }: StoryOptions): void {
  describe(title, { timeout: 120_000 }, () => {
    const story = { isKiln, many } as ConsoleStory;
    let cluster: Cluster;

    beforeAll(async () => {
      cluster = await start();
      story.setting = await openSetting(cluster.kubeconfig);
      const { admin } = story.setting;
      await admin.create(CRDS, databaseCrd({ hasMarks: isKiln }));
      await until("databases are served", async () => {
        await admin.create(DATABASES, database("orders", isKiln), { fieldManager: "shop" });
        return true;
      });
      story.opened = await story.setting.openConsole();
    }, 120_000);
    afterAll(async () => {
      await story.setting?.close();
      await cluster?.close();
    });

    describeForms(story);
    describeConflicts(story);
    describeLists(story);
    describeOutages(story);
    describeHostility(story);
    describeReaders(story);
    describeForks(story);
    it("logs no error, breaks no policy and sends no request elsewhere, all the while", () => {
      expect(story.opened.faults).toEqual([]);
    });
  });
}
