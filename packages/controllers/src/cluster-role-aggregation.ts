import { RBAC_GROUP } from "@kiln/access";
import {
  fromLabelSelectorObject,
  type JsonObject,
  type LabelSelectorObject,
  matchesLabelSelector,
  objectAt,
  objectsAt,
  printJson,
  textAt,
} from "@kiln/api";
import { createActor, type Resource, readStoredObject } from "@kiln/kinds";
import { createSelection, type Selection, selectEach } from "@kiln/store";
import type { Controller } from "./controller.ts";
import type { ControllerServices } from "./controller-services.ts";
import { createWorkQueue } from "./work-queue.ts";

const ACTOR = createActor("clusterrole-aggregation-controller");
const FIELD_MANAGER = "clusterrole-aggregation-controller";

/** Single queue key: all roles are handled together, however many changed. */
const ALL = "all cluster roles";

/** Fills aggregated cluster roles with the rules of the roles that their selectors match. */
export const clusterRoleAggregation: Controller = {
  name: "clusterrole-aggregation-controller",
  start(services) {
    const prefix = `/registry/${RBAC_GROUP}/clusterroles/`;
    const work = () => aggregateAll(services);
    const queue = createWorkQueue({ services, name: "clusterrole-aggregation", work });
    const unsubscribe = services.store.onCommit(({ events }) => {
      if (events.some(({ key }) => key.startsWith(prefix))) {
        queue.add(ALL);
      }
    });
    queue.add(ALL);
    return {
      stop() {
        unsubscribe();
        queue.stop();
      },
    };
  },
};

async function aggregateAll(services: ControllerServices): Promise<void> {
  const resource = services.registry.find(RBAC_GROUP, "v1", "clusterroles");
  if (resource === undefined) {
    return;
  }
  const stored = await listRoles(services, resource);
  const roles = stored.map((role) => ({ ...role }));
  for (const role of roles) {
    const selectors = objectsAt(objectAt(role, "aggregationRule"), "clusterRoleSelectors");
    const rules = role.aggregationRule === undefined ? undefined : collectRules(role, selectors, roles);
    if (rules !== undefined && !haveSameRules(rules, objectsAt(role, "rules"))) {
      const place = { resource, namespace: "", name: nameOf(role) };
      const config = { apiVersion: `${RBAC_GROUP}/v1`, kind: "ClusterRole", rules };
      await services.objects.apply(ACTOR, { place, fieldManager: FIELD_MANAGER, config });
      // Stored in the list at once, so that the roles after it see it: roles that aggregate each other would otherwise
      // alternate forever.
      role.rules = rules;
    }
  }
}

/** Ignores order: roles that aggregate each other would otherwise follow each other's order forever. */
function haveSameRules(some: readonly JsonObject[], others: readonly JsonObject[]): boolean {
  const known = new Set(others.map((rule) => printJson(rule)));
  return some.length === others.length && some.every((rule) => known.has(printJson(rule)));
}

/** Decoded roles by their resource: forks share the roles that they start with. */
const selections = new WeakMap<Resource, Selection<JsonObject>>();

/** All cluster roles, ordered by name. Other servers of the process may have the same objects. */
async function listRoles({ store }: ControllerServices, resource: Resource): Promise<JsonObject[]> {
  const selection =
    selections.get(resource) ??
    createSelection(resource.storage.prefix, (entry) => readStoredObject(resource, entry) as JsonObject);
  selections.set(resource, selection);
  const roles: JsonObject[] = [];
  await selectEach(store, selection, (role) => roles.push(role));
  return roles;
}

function nameOf(role: JsonObject): string {
  return textAt(objectAt(role, "metadata"), "name");
}

/** Every rule once, in the order of selectors and then of names. Undefined if a selector is invalid. */
function collectRules(
  role: JsonObject,
  selectors: readonly JsonObject[],
  roles: readonly JsonObject[],
): JsonObject[] | undefined {
  const rules = new Map<string, JsonObject>();
  for (const one of selectors) {
    const selector = fromLabelSelectorObject(one as LabelSelectorObject).value;
    if (selector === undefined) {
      return undefined;
    }
    const parts = roles.filter(
      (other) =>
        nameOf(other) !== nameOf(role) &&
        matchesLabelSelector(selector, objectAt(other, "metadata", "labels") as Record<string, string>),
    );
    for (const rule of parts.flatMap((part) => objectsAt(part, "rules"))) {
      rules.set(printJson(rule), rules.get(printJson(rule)) ?? rule);
    }
  }
  return [...rules.values()];
}
