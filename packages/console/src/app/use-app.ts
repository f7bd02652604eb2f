import { createContext } from "preact";
import { useContext, useEffect, useState } from "preact/hooks";
import type { App } from "./app.ts";

export const AppContext = createContext<App | undefined>(undefined);

export function useApp(): App {
  const app = useContext(AppContext);
  if (app === undefined) {
    throw new Error("outside of the app");
  }
  return app;
}

/** Runs work until the component is removed or one of the inputs changes, and aborts it then. */
export function useLasting(start: (signal: AbortSignal) => unknown, inputs: readonly unknown[]): void {
  useEffect(() => {
    const stopped = new AbortController();
    Promise.resolve(start(stopped.signal)).catch((error) => {
      // Errors of aborted work are dropped.
      if (!stopped.signal.aborted) {
        throw error;
      }
    });
    return () => stopped.abort();
  }, inputs);
}

/**
 * Counter that increases at most once per frame when `change` is called: re-renders for data that is changed in place.
 */
export function useFrames(): readonly [count: number, change: () => void] {
  const [count, setCount] = useState(0);
  const [change] = useState(() => {
    let isWaiting = false;
    return () => {
      if (!isWaiting) {
        isWaiting = true;
        requestAnimationFrame(() => {
          isWaiting = false;
          setCount((before) => before + 1);
        });
      }
    };
  });
  return [count, change];
}

/** Current time, updated while the page is open, for printing ages. */
export function useNow(everyMs: number): number {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return nowMs;
}
