import { audit, auditRefused } from "./audit.ts";
import { auditId } from "./audit-id.ts";
import { authenticate } from "./authenticate.ts";
import { authorize } from "./authorize.ts";
import { checkPath } from "./check-path.ts";
import { checkTimeout } from "./check-timeout.ts";
import type { Filter } from "./filter.ts";
import type { FilterServices } from "./filter-services.ts";
import { impersonate } from "./impersonate.ts";
import { letNextIn } from "./let-next-in.ts";
import { limitInFlight } from "./limit-in-flight.ts";
import { logRequests } from "./log-requests.ts";
import { metrics } from "./metrics.ts";
import { nameFlow } from "./name-flow.ts";
import { sendWarnings } from "./send-warnings.ts";

/**
 * Filters of every request, first to last; the router comes after. Users are authenticated before the limit of requests
 * in flight, because administrators are exempt.
 */
export function createFilters(services: FilterServices, further: readonly Filter[] = []): readonly Filter[] {
  return [
    auditId(services),
    checkPath(),
    sendWarnings(),
    ...(services.requestLog === undefined ? [] : [logRequests(services.requestLog)]),
    checkTimeout(services),
    metrics(services),
    ...(services.audit === undefined ? [] : [auditRefused(services.audit)]),
    authenticate(services),
    ...(services.audit === undefined ? [] : [audit(services.audit)]),
    impersonate(services),
    nameFlow(services),
    limitInFlight(services),
    // Before all filters that may enter the queue of large requests, so that a refused request leaves the queue, too.
    letNextIn(),
    authorize(services),
    ...further,
  ];
}
