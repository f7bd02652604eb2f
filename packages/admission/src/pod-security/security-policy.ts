import { type FieldError, fieldPath, getOwn, invalid, type JsonObject } from "@kiln/api";

const LEVELS = ["privileged", "baseline", "restricted"] as const;

export type Level = (typeof LEVELS)[number];

/** A level, in the definition of one version of Kubernetes. */
export interface LevelVersion {
  readonly level: Level;
  /** Minor version; Infinity for the latest. */
  readonly minor: number;
}

/** Levels whose violation denies a Pod, is audited, or causes a warning. */
export interface SecurityPolicy {
  readonly enforce: LevelVersion;
  readonly audit: LevelVersion;
  readonly warn: LevelVersion;
}

const LABEL = "pod-security.kubernetes.io/";
const PRIVILEGED: LevelVersion = { level: "privileged", minor: Number.POSITIVE_INFINITY };

export function printLevelVersion({ level, minor }: LevelVersion): string {
  return `${level}:${Number.isFinite(minor) ? `v1.${minor}` : "latest"}`;
}

export function isSameLevel(a: LevelVersion, b: LevelVersion): boolean {
  return a.level === b.level && a.minor === b.minor;
}

/** Compares levels: positive if `a` is stricter. */
export function compareLevels(a: Level, b: Level): number {
  return LEVELS.indexOf(a) - LEVELS.indexOf(b);
}

interface ReadPolicy {
  readonly policy: SecurityPolicy;
  readonly errors: readonly FieldError[];
}

const UNLABELED: ReadPolicy = { policy: { enforce: PRIVILEGED, audit: PRIVILEGED, warn: PRIVILEGED }, errors: [] };

/** Policy of a namespace from its labels. Invalid labels are errors, and the strictest level is then enforced. */
export function readSecurityPolicy(labels: JsonObject): ReadPolicy {
  if (!Object.keys(labels).some((label) => label.startsWith(LABEL))) {
    return UNLABELED;
  }
  const errors: FieldError[] = [];
  const read = <T>(label: string, parse: (text: string) => T | undefined, why: string): Reading<T> => {
    const text = getOwn(labels, LABEL + label);
    const value = text === undefined ? undefined : parse(String(text));
    if (text !== undefined && value === undefined) {
      errors.push(invalid(fieldPath("metadata", "labels").key(LABEL + label), text, why));
    }
    return { isGiven: text !== undefined, value };
  };
  const mode = (name: string, fallback: Level): ReadMode => {
    const level = read(name, parseLevel, `must be one of ${LEVELS.join(", ")}`);
    const version = read(`${name}-version`, parseVersion, 'must be "latest" or "v1.x"');
    const chosen = level.isGiven ? (level.value ?? fallback) : PRIVILEGED.level;
    return { level, version, result: { level: chosen, minor: version.value ?? PRIVILEGED.minor } };
  };
  const enforce = mode("enforce", "restricted");
  const audit = mode("audit", "privileged");
  const warn = mode("warn", "privileged");
  return { policy: { enforce: enforce.result, audit: audit.result, warn: warnLike(warn, enforce) }, errors };
}

interface Reading<T> {
  readonly isGiven: boolean;
  readonly value: T | undefined;
}

interface ReadMode {
  readonly level: Reading<Level>;
  readonly version: Reading<number>;
  readonly result: LevelVersion;
}

/** Level for warnings: that of the warn label, or of the enforce label without one, so that workloads get warnings. */
function warnLike(warn: ReadMode, enforce: ReadMode): LevelVersion {
  if (warn.level.isGiven || enforce.level.value === undefined || enforce.level.value === "privileged") {
    return warn.result;
  }
  return { level: enforce.level.value, minor: warn.version.isGiven ? warn.result.minor : enforce.result.minor };
}

function parseLevel(text: string): Level | undefined {
  return LEVELS.find((level) => level === text);
}

function parseVersion(text: string): number | undefined {
  if (text === "latest") {
    return Number.POSITIVE_INFINITY;
  }
  const match = /^v1\.([0-9]|[1-9][0-9]{0,9})$/.exec(text);
  return match === null ? undefined : Number(match[1]);
}
