import {
  checkDns1035Label,
  type FieldError,
  type FieldPath,
  forbidden,
  invalid,
  notSupported,
  required,
} from "@kiln/api";
import {
  type Conversion,
  checkWebhookService,
  checkWebhookUrl,
  findRepeats,
  type WebhookClientConfig,
} from "@kiln/kinds";
import { caBundleFault } from "./ca-bundle.ts";

export interface ConversionOptions {
  readonly path: FieldPath;
  /** False if the stored CRD lists no supported review version either, which is then tolerated. */
  readonly requiresKnownReview: boolean;
  readonly allowsInvalidCaBundle: boolean;
}

const STRATEGIES = ["None", "Webhook"];
const KNOWN_REVIEWS = ["v1", "v1beta1"];
const NOT_WEBHOOK = "should not be set when strategy is not set to Webhook";

/**
 * Kubernetes: paths are those of v1beta1, where the fields of `webhook` are next to the strategy
 * (apiextensions/validation/validation.go validateCustomResourceConversion, v1.36).
 */
export function checkConversion(conversion: Conversion | undefined, options: ConversionOptions): FieldError[] {
  if (conversion === undefined) {
    return [];
  }
  const { path } = options;
  const { strategy, webhook } = conversion;
  const reviews = webhook?.conversionReviewVersions ?? [];
  const configPath = path.child("webhookClientConfig");
  const reviewsPath = path.child("conversionReviewVersions");
  if (strategy === "Webhook") {
    return [
      ...checkClientConfig(webhook?.clientConfig, { ...options, path: configPath }),
      ...checkReviewVersions(reviews, { ...options, path: reviewsPath }),
    ];
  }
  return [
    ...checkStrategy(strategy, path.child("strategy")),
    ...(webhook?.clientConfig === undefined ? [] : [forbidden(configPath, NOT_WEBHOOK)]),
    ...(reviews.length === 0 ? [] : [forbidden(reviewsPath, NOT_WEBHOOK)]),
  ];
}

function checkStrategy(strategy: string, path: FieldPath): FieldError[] {
  if (strategy === "") {
    return [required(path, "")];
  }
  return STRATEGIES.includes(strategy) ? [] : [notSupported(path, strategy, STRATEGIES)];
}

function checkClientConfig(config: WebhookClientConfig | undefined, options: ConversionOptions): FieldError[] {
  const { path, allowsInvalidCaBundle } = options;
  if (config === undefined) {
    return [required(path, "required when strategy is set to Webhook")];
  }
  const { caBundle = "" } = config;
  const fault = caBundle === "" || allowsInvalidCaBundle ? undefined : caBundleFault(caBundle);
  return [
    ...checkTarget(config, path),
    ...(fault === undefined ? [] : [invalid(path.child("caBundle"), caBundle, fault)]),
  ];
}

function checkTarget({ url, service }: WebhookClientConfig, path: FieldPath): FieldError[] {
  if (url !== undefined && service === undefined) {
    return checkWebhookUrl(url, path.child("url"));
  }
  if (service !== undefined && url === undefined) {
    return checkWebhookService(service, path.child("service"));
  }
  return [required(path, "exactly one of url or service is required")];
}

function checkReviewVersions(versions: readonly string[], options: ConversionOptions): FieldError[] {
  const { path, requiresKnownReview } = options;
  if (versions.length === 0) {
    return [required(path, "")];
  }
  const isRepeat = findRepeats(versions);
  const errors = versions.flatMap((version, index) =>
    isRepeat[index] === true
      ? [invalid(path.index(index), version, "duplicate version")]
      : checkDns1035Label(version).map((fault) => invalid(path.index(index), version, fault)),
  );
  return requiresKnownReview && !hasKnownReview(versions)
    ? [...errors, invalid(path, [...versions], `must include at least one of ${KNOWN_REVIEWS.join(", ")}`)]
    : errors;
}

export function hasKnownReview(versions: readonly string[]): boolean {
  return versions.some((version) => KNOWN_REVIEWS.includes(version));
}
