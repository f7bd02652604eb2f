import { Worker } from "node:worker_threads";
import type { CheckedPart, FromThread, ReadPart, ThreadSettings, ToThread } from "./thread-messages.ts";

/** Threads that read and check parts, each its share of them. */
export interface CheckThreads {
  /** Sends each part to its thread, and calls back for each part that was read. */
  read(messages: readonly Extract<ToThread, { type: "read" }>[], onRead: () => void): Promise<ReadPart[]>;
  /** Starts the checks, and yields the results in the order of the parts. */
  check(message: Extract<ToThread, { type: "check" }>): AsyncIterable<CheckedPart>;
  close(): Promise<void>;
}

export function openThreads(count: number, settings: ThreadSettings): CheckThreads {
  const script = new URL("./check-thread.js", import.meta.url);
  const workers = Array.from({ length: count }, () => new Worker(script, { workerData: settings }));
  let onMessage: (message: FromThread) => void = () => {};
  const failure = new Promise<never>((_, reject) => {
    for (const worker of workers) {
      worker.on("message", (message: FromThread) => onMessage(message));
      worker.on("error", reject);
    }
  });
  // Awaited together with each answer.
  failure.catch(() => {});
  const collect = <T extends FromThread>(length: number): Promise<T>[] => {
    const resolvers: ((message: T) => void)[] = [];
    const answers = Array.from({ length }, () => new Promise<T>((resolve) => resolvers.push(resolve)));
    onMessage = (message) => resolvers[message.part]?.(message as T);
    return answers.map((answer) => Promise.race([answer, failure]));
  };
  let parts = 0;
  return {
    read(messages, onRead) {
      parts = messages.length;
      const answers = collect<ReadPart>(parts);
      for (const message of messages) {
        workers[message.part % count]?.postMessage(message);
      }
      return Promise.all(
        answers.map(async (answer) => {
          const read = await answer;
          onRead();
          return read;
        }),
      );
    },
    async *check(message) {
      const answers = collect<CheckedPart>(parts);
      for (const answer of answers) {
        answer.catch(() => {});
      }
      for (const worker of workers) {
        worker.postMessage(message);
      }
      for (const answer of answers) {
        yield await answer;
      }
    },
    async close() {
      await Promise.all(workers.map((worker) => worker.terminate()));
    },
  };
}
