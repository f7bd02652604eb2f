import { checkDns1123Subdomain, checkPortNumber, type FieldError, type FieldPath, invalid, required } from "@kiln/api";

export interface ServiceReference {
  readonly namespace: string;
  readonly name: string;
  readonly path?: string;
  readonly port?: number;
}

/** Validates the Service that a webhook configuration references. */
export function checkWebhookService(service: ServiceReference, path: FieldPath): FieldError[] {
  const { namespace, name, port = 443, path: urlPath = "" } = service;
  const portFaults = checkPortNumber(port);
  return [
    // Kubernetes: passes namespace and name in the wrong order, so each is reported as the other
    // (apis/admissionregistration/validation/validation.go validateValidatingWebhook, v1.36).
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
