/**
 * Appends the items to `list`. Spread arguments (`push(...items)`) throw RangeError from about 100,000 items on,
 * because each is a value on the stack.
 */
export function appendAll<T>(list: T[], items: ArrayLike<T>): void {
  for (let i = 0; i < items.length; i++) {
    list.push(items[i] as T);
  }
}
