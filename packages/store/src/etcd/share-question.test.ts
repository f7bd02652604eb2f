import { describe, expect, it } from "vitest";
import { shareQuestion } from "./share-question.ts";

describe("shareQuestion()", () => {
  it("never answers with what was asked before, and asks once for all who wait", async () => {
    const answers: ((value: number) => void)[] = [];
    const ask = shareQuestion(() => new Promise<number>((resolve) => answers.push(resolve)));
    const first = ask();
    const [second, third] = [ask(), ask()];
    expect(answers).toHaveLength(1);
    answers[0]!(1);
    expect(await first).toBe(1);
    await Promise.resolve();
    expect(answers).toHaveLength(2);
    answers[1]!(2);
    expect(await Promise.all([second, third])).toEqual([2, 2]);
  });

  it("asks again after a failure", async () => {
    let asked = 0;
    const ask = shareQuestion(async () => {
      asked += 1;
      if (asked === 1) throw new Error("no");
      return asked;
    });
    const [first, second] = await Promise.allSettled([ask(), ask()]);
    expect(first.status).toBe("rejected");
    expect(second).toEqual({ status: "fulfilled", value: 2 });
    expect(await ask()).toBe(3);
  });
});
