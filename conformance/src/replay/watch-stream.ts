import type { IncomingAnswer } from "./connection.ts";
import { parseBody } from "./connection.ts";

/** An open watch, which keeps events until they are taken. */
export interface WatchStream {
  readonly code: number;
  /** Takes at most `count` events; fewer if no more arrive in time or the stream ends. */
  take(count: number, timeoutMs: number): Promise<unknown[]>;
  close(): void;
}

export function readWatch(response: IncomingAnswer): WatchStream {
  const events: unknown[] = [];
  let wake = (): void => {};
  let rest = "";
  const keep = (line: string): void => {
    if (line.trim() !== "") {
      events.push(parseBody(line));
    }
  };
  response.setEncoding("utf8");
  response.on("data", (chunk: string) => {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    lines.forEach(keep);
    wake();
  });
  // Closing the stream from this side is reported as an error, which is ignored.
  response.on("error", () => wake());
  response.on("end", () => {
    keep(rest);
    wake();
  });
  const take = async (count: number, timeoutMs: number): Promise<unknown[]> => {
    const deadline = Date.now() + timeoutMs;
    while (events.length < count && Date.now() < deadline) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, Math.max(1, deadline - Date.now()));
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    return events.splice(0, count);
  };
  return { code: response.statusCode ?? 0, take, close: () => response.destroy() };
}
