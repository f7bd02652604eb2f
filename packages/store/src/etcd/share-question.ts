/**
 * Returns a function that sends one request at a time. A response must be newer than the call, so callers during a
 * request share the next one.
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
