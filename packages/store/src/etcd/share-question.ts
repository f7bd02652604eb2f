/**
 * Sends one request at a time, whose response must be as new as its caller. Callers that come while one is in flight
 * share the next.
 */
export function shareQuestion<T>(ask: () => Promise<T>): () => Promise<T> {
  let current: Promise<T> | undefined;
  let next: Promise<T> | undefined;
  const start = () => {
    const asked = ask();
    current = asked;
    const clear = () => {
      if (current === asked) current = undefined;
    };
    asked.then(clear, clear);
    return asked;
  };
  const startNext = () => {
    next = undefined;
    return start();
  };
  return () => {
    if (current === undefined) return start();
    next ??= current.then(startNext, startNext);
    return next;
  };
}
