import {
  checkDns1035Label,
  checkDns1123Subdomain,
  checkPortNumber,
  type FieldError,
  type FieldPath,
  forbidden,
  invalid,
  notSupported,
  required,
} from "@kiln/api";
import { caBundleFault } from "./ca-bundle.ts";
import { checkWebhookUrl } from "./check-webhook-url.ts";
import type { Conversion, WebhookClientConfig } from "./definition.ts";

export interface ConversionOptions {
  readonly path: FieldPath;
  /** False where the stored definition knows no version that is recognised either. */
  readonly requiresKnownReview: boolean;
  readonly allowsInvalidCaBundle: boolean;
}

const STRATEGIES = ["None", "Webhook"];
const KNOWN_REVIEWS = ["v1", "v1beta1"];
const NOT_WEBHOOK = "should not be set when strategy is not set to Webhook";

/** Kubernetes: paths are those of v1beta1, where what is below `webhook` stands beside the strategy. */
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
    return checkService(service, path.child("service"));
  }
  return [required(path, "exactly one of url or service is required")];
}

function checkService(service: NonNullable<WebhookClientConfig["service"]>, path: FieldPath): FieldError[] {
  const { namespace, name, port = 443, path: urlPath = "" } = service;
  const portFaults = checkPortNumber(port);
  return [
    // Kubernetes: hands over the two names in the wrong order, so each is reported as the other.
    ...(namespace === "" ? [required(path.child("name"), "")] : []),
    ...(name === "" ? [required(path.child("namespace"), "")] : []),
    ...(portFaults.length === 0
      ? []
      : [invalid(path.child("port"), port, `port is not valid: ${portFaults.join(", ")}`)]),
    ...checkServicePath(urlPath, path.child("path")),
  ];
}

function checkServicePath(urlPath: string, path: FieldPath): FieldError[] {
  if (urlPath === "" || urlPath === "/") {
    return [];
  }
  if (urlPath === "//") {
    return [invalid(path, urlPath, "segment[0] may not be empty")];
  }
  const segments = urlPath.slice(1).replace(/\/$/, "").split("/");
  return [
    ...(urlPath.startsWith("/") ? [] : [invalid(path, urlPath, "must start with a '/'")]),
    ...segments.flatMap((segment, index) =>
      checkSegment(segment, index).map((detail) => invalid(path, urlPath, detail)),
    ),
  ];
}

function checkSegment(segment: string, index: number): string[] {
  return segment === ""
    ? [`segment[${index}] may not be empty`]
    : checkDns1123Subdomain(segment).map((fault) => `segment[${index}]: ${fault}`);
}

function checkReviewVersions(versions: readonly string[], options: ConversionOptions): FieldError[] {
  const { path, requiresKnownReview } = options;
  if (versions.length === 0) {
    return [required(path, "")];
  }
  const errors = versions.flatMap((version, index) =>
    versions.indexOf(version) < index
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
