import { quoteGo } from "@kiln/api";
import type { ApiResponse } from "@kiln/wire";
import { pageNotFound, textResponse } from "../http/respond.ts";
import type { Context } from "../request/context.ts";
import type { Health, HealthCheck } from "./health.ts";

const ROOTS: ReadonlySet<string> = new Set(["healthz", "livez", "readyz"]);

/** Serves /healthz, /livez, /readyz and single checks below them, for every method; undefined for any other path. */
export function checkHealth(context: Context, health: Health): Promise<ApiResponse> | ApiResponse | undefined {
  const [, root = "", name, ...rest] = context.info.path.split("/");
  if (!ROOTS.has(root)) {
    return undefined;
  }
  if (name === undefined) {
    return checkAll(root, context, health);
  }
  const only = checksOf(root, health).find((check) => check.name === name);
  return only === undefined || rest.length > 0 ? pageNotFound() : checkOne(only);
}

function checksOf(root: string, health: Health): readonly HealthCheck[] {
  return health.checks.filter((check) => (check.root ?? root) === root);
}

async function checkOne(check: HealthCheck): Promise<ApiResponse> {
  const failure = await failureOf(check);
  return failure === undefined
    ? textResponse(200, "ok")
    : textResponse(500, `internal server error: ${failure.message}\n`);
}

async function checkAll(root: string, { info, services }: Context, health: Health): Promise<ApiResponse> {
  const excluded = new Set(info.query.getAll("exclude"));
  const lines: string[] = [];
  let isHealthy = true;
  const checked = checksOf(root, health).map((check) => {
    const isExcluded = excluded.delete(check.name);
    return { check, isExcluded, pending: isExcluded ? undefined : failureOf(check) };
  });
  for (const { check, isExcluded, pending } of checked) {
    if (isExcluded) {
      lines.push(`[+]${check.name} excluded: ok`);
      continue;
    }
    const failure = await pending;
    health.count(check, root, failure === undefined);
    if (failure === undefined) {
      lines.push(`[+]${check.name} ok`);
    } else {
      isHealthy = false;
      const message = `health check failed: ${root}/${check.name}: ${failure.message}`;
      if (check.isIntended === true) {
        services.log.info({ check: check.name }, message);
      } else {
        services.log.warn({ err: failure, check: check.name }, message);
      }
      lines.push(`[-]${check.name} failed: reason withheld`);
    }
  }
  if (excluded.size > 0) {
    const names = [...excluded].sort().map(quoteGo).join(",");
    lines.push(`warn: some health checks cannot be excluded: no matches for ${names}`);
  }
  if (!isHealthy) {
    return textResponse(500, `${lines.join("\n")}\n${root} check failed\n`);
  }
  return textResponse(200, info.query.has("verbose") ? `${lines.join("\n")}\n${root} check passed\n` : "ok");
}

async function failureOf(check: HealthCheck): Promise<Error | undefined> {
  try {
    await check.check();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}
