import { expect, it } from "vitest";
import { openExchange } from "./local-request.ts";

const GET = { method: "GET", target: "/api" };

it("ends an exchange once, for listeners and for the signal", () => {
  const { request, end } = openExchange(GET);
  const { signal } = request;
  let calls = 0;
  request.whenOver?.(() => calls++);
  expect([calls, signal.aborted]).toEqual([0, false]);
  end();
  end();
  expect([calls, signal.aborted]).toEqual([1, true]);
});

it("ends an exchange with the caller's signal", () => {
  const caller = new AbortController();
  const { request } = openExchange({ ...GET, signal: caller.signal });
  let calls = 0;
  request.whenOver?.(() => calls++);
  caller.abort();
  expect([calls, request.signal.aborted]).toEqual([1, true]);
});

it("is over from the start where the caller's signal is aborted", () => {
  const { request } = openExchange({ ...GET, signal: AbortSignal.abort() });
  let calls = 0;
  request.whenOver?.(() => calls++);
  expect([calls, request.signal.aborted]).toEqual([1, true]);
});

it("creates one signal, aborted if the exchange is over by then", () => {
  const { request, end } = openExchange(GET);
  const { signal } = request;
  expect([request.signal === signal, signal.aborted]).toEqual([true, false]);
  end();
  expect(signal.aborted).toBe(true);
});
