import type { WebhookCredentials } from "./transport.ts";

/**
 * Kubernetes: users of a kubeconfig are named after the webhooks that they authenticate to: `host:port`, `host` for
 * port 443, `*.example.com`, `*`. The user of the current context is the fallback
 * (apiserver/pkg/util/webhook/authentication.go clientConfig, v1.36).
 */
export function findCredentials<T extends WebhookCredentials>(
  users: ReadonlyMap<string, T>,
  hostPort: string,
  current?: string,
): T | undefined {
  const bare = hostPort.endsWith(":443") ? hostPort.slice(0, -":443".length) : undefined;
  const names = [...patternsFor(hostPort), ...(bare === undefined ? [] : patternsFor(bare)), "*"];
  if (current !== undefined) {
    names.push(current);
  }
  const found = names.find((name) => users.has(name));
  return found === undefined ? undefined : users.get(found);
}

function patternsFor(target: string): string[] {
  const labels = target.split(".");
  return [target, ...labels.slice(1).map((_, i) => `*.${labels.slice(i + 1).join(".")}`)];
}
