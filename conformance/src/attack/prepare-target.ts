import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import type { ClientHttp2Session } from "node:http2";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ask, openSession, startKilnProcess } from "../faults/kiln-process.ts";

export const TOKENS = { view: "view-token", edit: "edit-token", other: "other-token" } as const;
/** An object that must stay readable, and a Secret that no attacker may read or delete. */
export const CANARY = "/api/v1/namespaces/other/configmaps/canary";
export const SECRET = "/api/v1/namespaces/other/secrets/sec";
export const SECRET_TEXT = "Y2FuYXJ5";

/** 20 objects of 900 KB in namespace tenant, 2,000 small ones in namespace many: 18 MB to list. */
const LARGE = { count: 20, bytes: 900_000 };
const SMALL_COUNT = 2000;

export interface Template {
  /** Data directory that every server starts from, as a copy. */
  readonly folder: string;
  readonly flags: readonly string[];
  remove(): void;
}

/** Creates a data directory with users, bindings and objects, and stops its server. */
export async function prepareTemplate(serveFlags: readonly string[]): Promise<Template> {
  const parent = mkdtempSync(join(tmpdir(), "kiln-attack-"));
  const tokenFile = join(parent, "tokens.csv");
  writeFileSync(tokenFile, `${TOKENS.view},viewer,1\n${TOKENS.edit},editor,2\n${TOKENS.other},other,3\n`);
  const folder = join(parent, "template");
  const flags = ["--token-auth-file", tokenFile, ...serveFlags];
  const kiln = await startKilnProcess(flags, { folder });
  try {
    const session = await openSession(kiln.connection);
    await createObjects(session);
    session.close();
  } finally {
    kiln.child.kill("SIGTERM");
    await new Promise((resolve) => kiln.child.once("exit", resolve));
  }
  return { folder, flags, remove: () => rmSync(parent, { recursive: true, force: true }) };
}

async function createObjects(session: ClientHttp2Session): Promise<void> {
  for (const name of ["tenant", "many", "other"]) {
    await create(session, "/api/v1/namespaces", { apiVersion: "v1", kind: "Namespace", metadata: { name } });
  }
  await bind(session, { namespace: "tenant", role: "view", user: "viewer" });
  await bind(session, { namespace: "many", role: "view", user: "viewer" });
  await bind(session, { namespace: "tenant", role: "edit", user: "editor" });
  await bind(session, { namespace: "other", role: "view", user: "other" });
  await create(session, "/api/v1/namespaces/other/configmaps", configMap("canary", { a: "b" }));
  const secret = { apiVersion: "v1", kind: "Secret", metadata: { name: "sec" }, data: { key: SECRET_TEXT } };
  await create(session, "/api/v1/namespaces/other/secrets", secret);
  for (let i = 0; i < LARGE.count; i++) {
    const data = { text: String(i).padEnd(LARGE.bytes, "x") };
    await create(session, "/api/v1/namespaces/tenant/configmaps", configMap(`large-${i}`, data));
  }
  const names = Array.from({ length: SMALL_COUNT }, (_, i) => `small-${i}`);
  for (let at = 0; at < names.length; at += 100) {
    const batch = names.slice(at, at + 100);
    await Promise.all(
      batch.map((name) => create(session, "/api/v1/namespaces/many/configmaps", configMap(name, { a: "b" }))),
    );
  }
}

export function configMap(name: string, data: Readonly<Record<string, string>>): object {
  return { apiVersion: "v1", kind: "ConfigMap", metadata: { name }, data };
}

interface Binding {
  readonly namespace: string;
  readonly role: string;
  readonly user: string;
}

async function bind(session: ClientHttp2Session, { namespace, role, user }: Binding): Promise<void> {
  const group = "rbac.authorization.k8s.io";
  await create(session, `/apis/${group}/v1/namespaces/${namespace}/rolebindings`, {
    apiVersion: `${group}/v1`,
    kind: "RoleBinding",
    metadata: { name: `${user}-${role}` },
    roleRef: { apiGroup: group, kind: "ClusterRole", name: role },
    subjects: [{ apiGroup: group, kind: "User", name: user }],
  });
}

async function create(session: ClientHttp2Session, path: string, body: object): Promise<void> {
  const { status, body: text } = await ask(session, `POST ${path}`, body);
  if (status !== 201) {
    throw new Error(`POST ${path}: ${status} ${text.slice(0, 200)}`);
  }
}
