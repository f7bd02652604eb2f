/** Lets everything else that is ready run first: between two slices of a long piece of work. */
export function yieldTurn(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof setImmediate === "function") setImmediate(resolve);
    else setTimeout(resolve, 0);
  });
}
