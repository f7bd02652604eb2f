import {
  asObject,
  asObjects,
  asText,
  asTexts,
  fromLabelSelectorObject,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type LabelSelector,
  type Parsed,
} from "@kiln/api";
import { type AdmissionExpressions, compileMatchConditions, type MatchConditions } from "@kiln/kinds";
import type { WebhookClientConfig } from "@kiln/webhook";
import { type RequestRule, readRule } from "./request-rule.ts";

/** One webhook of a configuration, decoded once. */
export interface AdmissionWebhook {
  /** Name of the webhook configuration. */
  readonly configuration: string;
  readonly name: string;
  /** Unique identity, because several webhooks may have the same name. */
  readonly id: string;
  readonly clientConfig: WebhookClientConfig;
  readonly rules: readonly RequestRule[];
  readonly isFailureIgnored: boolean;
  readonly matchesEquivalents: boolean;
  readonly namespaceSelector: Parsed<LabelSelector>;
  readonly objectSelector: Parsed<LabelSelector>;
  readonly hasSideEffects: boolean;
  readonly timeoutMs: number;
  readonly reviewVersions: readonly string[];
  readonly isReinvoked: boolean;
  /** Match conditions; absent if there are none. */
  readonly conditions?: MatchConditions;
}

/** Decodes the webhooks of a configuration, in order. Invalid ones never match. */
export function readWebhooks(configuration: JsonObject, expressions: AdmissionExpressions): AdmissionWebhook[] {
  const { name } = isJsonObject(configuration.metadata) ? configuration.metadata : {};
  return asObjects(configuration.webhooks).map((webhook, i) => ({
    ...readWebhook(webhook, asText(name), i),
    ...readConditions(webhook.matchConditions, expressions),
  }));
}

function readConditions(
  value: JsonValue | undefined,
  expressions: AdmissionExpressions,
): Pick<AdmissionWebhook, "conditions"> {
  const conditions = asObjects(value).map(({ name, expression }) => ({
    name: asText(name),
    expression: asText(expression),
  }));
  return conditions.length === 0
    ? {}
    : { conditions: compileMatchConditions(expressions, conditions, { hasParams: false }) };
}

function readWebhook(webhook: JsonObject, configuration: string, index: number): AdmissionWebhook {
  const name = asText(webhook.name);
  const { sideEffects } = webhook;
  return {
    configuration,
    name,
    id: `${configuration}/${name}/${index}`,
    clientConfig: (isJsonObject(webhook.clientConfig) ? webhook.clientConfig : {}) as WebhookClientConfig,
    rules: asObjects(webhook.rules).map(readRule),
    isFailureIgnored: webhook.failurePolicy === "Ignore",
    matchesEquivalents: webhook.matchPolicy !== "Exact",
    namespaceSelector: readSelector(webhook.namespaceSelector),
    objectSelector: readSelector(webhook.objectSelector),
    hasSideEffects: sideEffects !== "None" && sideEffects !== "NoneOnDryRun",
    timeoutMs: Number(webhook.timeoutSeconds ?? DEFAULT_TIMEOUT_SECONDS) * 1000,
    reviewVersions: asTexts(webhook.admissionReviewVersions),
    isReinvoked: webhook.reinvocationPolicy === "IfNeeded",
  };
}

const DEFAULT_TIMEOUT_SECONDS = 10;

function readSelector(selector: JsonValue | undefined): Parsed<LabelSelector> {
  return fromLabelSelectorObject(asObject(selector));
}
