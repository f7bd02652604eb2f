import { webhookConfigurations } from "./admissionregistration/webhook-configurations.ts";
import type { BuiltIn } from "./built-in.ts";
import { configMap } from "./config-map.ts";
import { serviceAccount } from "./core/service-account.ts";
import { customResourceDefinition } from "./custom-resource-definition.ts";
import type { Declaration } from "./declaration.ts";
import { namespace } from "./namespace.ts";
import { reviews } from "./reviews/index.ts";
import { secret } from "./secret.ts";

/** What is to be said of kinds beyond the data. A kind in the data that is not here is served all the same. */
export const declarations: readonly Declaration[] = [
  ...webhookConfigurations,
  configMap,
  namespace,
  secret,
  serviceAccount,
  ...reviews,
];

/** Kinds that no data describe. */
export const builtIns: readonly BuiltIn[] = [customResourceDefinition];
