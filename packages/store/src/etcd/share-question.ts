/**
 * Asks one question at a time, whose answer must be as new as the asking. Who comes while one is under way waits for
 * the next, together with all others who do.
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
