import { expect, it } from "vitest";
import { isStoreError } from "../store-error.ts";
import { maxRequestBytes, requestBytes } from "../value-size.ts";
import { readRange } from "./read-range.ts";
import { bytes, expectCode, k, prefix, range, type SuiteContext, text } from "./suite-context.ts";

export function describeWrites({ store }: SuiteContext): void {
  it("creates a key once", async () => {
    const revision = await store().create(k("a"), bytes("1"));
    expect(await shown(k("a"))).toEqual(["1", revision]);
    await expectCode(store().create(k("a"), bytes("2")), "key-exists");
    expect(await shown(k("a"))).toEqual(["1", revision]);
  });

  it("replaces and deletes only what the writer saw", async () => {
    const first = await store().create(k("a"), bytes("1"));
    const second = await store().replace(k("a"), bytes("2"), { revision: first });
    await expectCode(store().replace(k("a"), bytes("3"), { revision: first }), "revision-mismatch");
    await expectCode(store().delete(k("a"), { revision: first }), "revision-mismatch");
    expect(await shown(k("a"))).toEqual(["2", second]);
    const third = await store().delete(k("a"), { revision: second });
    expect(await store().get(k("a"))).toBeUndefined();
    await expectCode(store().replace(k("a"), bytes("3"), { revision: second }), "key-not-found");
    await expectCode(store().delete(k("a"), { revision: second }), "key-not-found");
    expect([first < second, second < third]).toEqual([true, true]);
  });

  it("takes the entry that the writer saw for its revision", async () => {
    await store().create(k("a"), bytes("1"));
    await store().replace(k("a"), bytes("2"), store().peek(k("a"))!);
    expect((await shown(k("a")))?.[0]).toBe("2");
    await store().delete(k("a"), store().peek(k("a"))!);
    expect(await shown(k("a"))).toBeUndefined();
  });

  it("gives each of many writes made at once its own revision", async () => {
    const revisions = await Promise.all(range(200, (i) => store().create(k(`key-${i}`), bytes(`${i}`))));
    expect(new Set(revisions).size).toBe(200);
    const { entries } = await readRange(store(), { prefix });
    expect(new Map(entries.map(({ key, revision }) => [key, revision]))).toEqual(
      new Map(revisions.map((revision, i) => [k(`key-${i}`), revision])),
    );
  });

  it("lets one of many creates of a key win", async () => {
    const answers = await Promise.allSettled(range(50, (i) => store().create(k("a"), bytes(`${i}`))));
    expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const answer of answers) {
      if (answer.status === "rejected") expect(isStoreError(answer.reason, "key-exists")).toBe(true);
    }
  });

  it("shows a writer what it wrote as soon as the write is answered", async () => {
    const revision = await store().create(k("a"), bytes("1"));
    expect(store().revision).toBeGreaterThanOrEqual(revision);
    expect(store().peek(k("a"))?.revision).toBe(revision);
    expect((await store().get(k("a"), { minRevision: 0 }))?.revision).toBe(revision);
  });

  it("creates a deleted key again", async () => {
    const first = await store().create(k("a"), bytes("1"));
    await store().delete(k("a"), { revision: first });
    const again = await store().create(k("a"), bytes("2"));
    expect(await shown(k("a"))).toEqual(["2", again]);
    await expectCode(store().replace(k("a"), bytes("3"), { revision: first }), "revision-mismatch");
  });

  it("keeps empty and large values as they are", async () => {
    const large = new Uint8Array(1_000_000).map((_, i) => (i * 31) % 251);
    await store().create(k("empty"), new Uint8Array());
    await store().create(k("large"), large);
    expect((await store().get(k("empty")))?.value).toHaveLength(0);
    const value = (await store().get(k("large")))!.value;
    expect(Buffer.compare(value, large)).toBe(0);
  });

  it("refuses a value above 1.5 MiB before anything is written, and takes one just below", async () => {
    const key = k("a");
    const fits = new Uint8Array(maxRequestBytes - requestBytes(key, new Uint8Array()));
    const first = await store().create(key, fits);
    const large = new Uint8Array(maxRequestBytes + 1);
    await expectCode(store().create(k("b"), large), "too-large");
    await expectCode(store().replace(key, large, { revision: first }), "too-large");
    await expectCode(store().replace(key, new Uint8Array(20 * 1024 * 1024), { revision: first }), "too-large");
    expect(await store().get(k("b"))).toBeUndefined();
    expect((await store().get(key))?.revision).toBe(first);
    expect((await readRange(store(), { prefix })).entries).toHaveLength(1);
    await store().delete(key, { revision: first });
  });

  it.each([
    ["an empty key", ""],
    ["a NUL", "/registry/a\0b"],
    ["half a surrogate pair", "/registry/\ud800"],
    ["too long a key", `/registry/${"x".repeat(1024)}`],
  ])("refuses %s", async (_name, key) => {
    await expectCode(store().create(key, bytes("1")), "invalid-key");
  });

  it("tells listeners of every commit in order before it answers", async () => {
    const heard: number[] = [];
    const stop = store().onCommit(({ events }) => heard.push(...events.map(({ revision }) => revision)));
    const revisions = await Promise.all(
      range(20, async (i) => {
        const revision = await store().create(k(`key-${i}`), bytes("1"));
        expect(heard).toContain(revision);
        return revision;
      }),
    );
    expect(heard).toEqual(revisions.toSorted((a, b) => a - b));
    stop();
    await store().create(k("more"), bytes("1"));
    expect(heard).toHaveLength(20);
  });

  async function shown(key: string): Promise<[string, number] | undefined> {
    const entry = await store().get(key);
    return entry && [text(entry.value), entry.revision];
  }
}
