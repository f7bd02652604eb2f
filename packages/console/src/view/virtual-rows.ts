/** Rows of a long list that exist in the document. */
export interface VisibleRows {
  readonly from: number;
  /** Index after the last row. */
  readonly to: number;
}

export const ROW_HEIGHT = 34;
/** Number of rows beyond the visible ones, so that quick scrolling shows no gap. */
const EXTRA = 6;

export function visibleRows(count: number, view: { readonly top: number; readonly height: number }): VisibleRows {
  const first = Math.floor(view.top / ROW_HEIGHT);
  const shown = Math.ceil(view.height / ROW_HEIGHT);
  const from = Math.min(Math.max(0, first - EXTRA), Math.max(0, count - 1));
  return { from, to: Math.min(count, first + shown + EXTRA) };
}

/** Index of the element that a row uses: elements of rows that scroll out are reused. */
export function elementOfRow(index: number, height: number): number {
  return index % (Math.ceil(height / ROW_HEIGHT) + 2 * EXTRA + 1);
}

const STEPS: Readonly<Record<string, (at: number, page: number, last: number) => number>> = {
  ArrowDown: (at) => at + 1,
  j: (at) => at + 1,
  ArrowUp: (at) => at - 1,
  k: (at) => at - 1,
  PageDown: (at, page) => at + page,
  PageUp: (at, page) => at - page,
  Home: () => 0,
  End: (_at, _page, last) => last,
};

/** Index of the row to which a key of the keyboard moves; undefined for other keys. */
export function moveRow(
  key: string,
  { at, count, height }: { at: number; count: number; height: number },
): number | undefined {
  const page = Math.max(1, Math.floor(height / ROW_HEIGHT) - 1);
  const next = STEPS[key]?.(at, page, count - 1);
  return next === undefined ? undefined : Math.max(0, Math.min(count - 1, next));
}

/** Scroll position at which a row is visible; undefined if it is visible already. */
export function scrollToRow(at: number, view: { readonly top: number; readonly height: number }): number | undefined {
  const top = at * ROW_HEIGHT;
  if (top < view.top) {
    return top;
  }
  const bottom = top + ROW_HEIGHT;
  return bottom > view.top + view.height ? bottom - view.height : undefined;
}
