import { type ChildProcess, fork } from "node:child_process";

/** Functions of a helper process by name: one argument, one result, both plain data. */
export type Answers = Readonly<Record<string, (argument: never) => unknown>>;

interface Question {
  readonly id: number;
  readonly name: string;
  readonly argument: unknown;
}

interface Reply {
  readonly id: number;
  readonly value?: unknown;
  readonly error?: string;
}

/** A helper in a process of its own, so that its work counts neither for the measuring process nor for the server. */
export interface Child<A extends Answers> {
  readonly pid: number;
  ask<Name extends keyof A & string>(
    name: Name,
    ...argument: Parameters<A[Name]>
  ): Promise<Awaited<ReturnType<A[Name]>>>;
  close(): Promise<void>;
}

export function startChild<A extends Answers>(file: string): Child<A> {
  const child = fork(file, { stdio: ["ignore", "ignore", "inherit", "ipc"] });
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  let nextId = 1;
  child.on("message", ({ id, value, error }: Reply) => {
    const asker = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) {
      asker?.resolve(value);
    } else {
      asker?.reject(new Error(error));
    }
  });
  child.once("exit", (code) => {
    for (const { reject } of waiting.values()) {
      reject(new Error(`a helper process ended with code ${code}`));
    }
    waiting.clear();
  });
  return {
    pid: child.pid ?? 0,
    ask: (name, ...[argument]) =>
      new Promise((resolve, reject) => {
        const id = nextId++;
        waiting.set(id, { resolve: resolve as (value: unknown) => void, reject });
        child.send({ id, name, argument } satisfies Question, (error) => {
          if (error !== null) {
            waiting.delete(id);
            reject(error);
          }
        });
      }),
    close: () => end(child),
  };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) {
    return;
  }
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGKILL");
  await ended;
}

/** Runs the helper's side. The helper ends when its parent does. */
export function answerParent(answers: Answers): void {
  process.on("message", async ({ id, name, argument }: Question) => {
    const reply = (rest: Omit<Reply, "id">) => process.send?.({ id, ...rest });
    try {
      reply({ value: await answers[name]?.(argument as never) });
    } catch (error) {
      reply({ error: String(error) });
    }
  });
  process.once("disconnect", () => process.exit(0));
}
