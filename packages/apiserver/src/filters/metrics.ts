import type { Filter } from "./filter.ts";
import type { FilterServices } from "./filter-services.ts";
import { isLongRunning } from "./is-long-running.ts";

/** Counts and times every request; a long-running one is counted when its connection ends. */
export function metrics({ metrics: counted, clock }: Pick<FilterServices, "metrics" | "clock">): Filter {
  return {
    after(context, { status }) {
      counted.countRequest(context, status, (clock.monotonicMs() - context.startedMs) / 1000);
      if (isLongRunning(context.info) && status === 200) {
        const open = counted.longRunning(context);
        open.value++;
        context.request.signal.addEventListener("abort", () => open.value--, { once: true });
      }
    },
  };
}
